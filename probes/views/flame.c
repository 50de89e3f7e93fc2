/* --trace=flame: a flame graph as one page that needs nothing else: search, zoom by a
 * click, what a frame is under the pointer. The callers are above, what they call
 * below; the width is time.
 *
 * The page has the tree as numbers, [parent, name, microseconds of its own], parents
 * first, and draws what is wide enough to be seen. */
#include "probes/views/samples.h"

static const char page_head[] =
    "<!DOCTYPE html>\n<html lang=en><meta charset=utf-8>\n"
    "<meta name=viewport content=\"width=device-width\">\n<title>flame graph</title>\n"
    "<style>\n"
    "body{margin:0;font:13px system-ui,sans-serif;background:#fff;color:#222}\n"
    "header{position:sticky;top:0;background:#f6f5f2;border-bottom:1px solid #ccc;"
    "padding:8px 12px;display:flex;gap:12px;align-items:center;flex-wrap:wrap}\n"
    "h1{font-size:15px;margin:0}input{font:inherit;padding:3px 6px;width:20em}\n"
    "button{font:inherit}#what{flex-basis:100%;min-height:1.3em;"
    "font-family:monospace;white-space:pre-wrap}\n"
    "svg{display:block;width:100%}text{font:12px monospace;pointer-events:none;"
    "fill:#111}\n"
    "rect{stroke:#fff;stroke-width:.5;cursor:pointer}rect:hover{stroke:#000;"
    "stroke-width:1}\n"
    "rect.found{fill:#8a4fd8!important}rect.found+text{fill:#fff}\n"
    "</style>\n"
    "<header><h1></h1><input id=search type=search placeholder=\"search: a part of a "
    "name, or /regex/\"><span id=share></span><button id=all>whole</button>"
    "<div id=what>Click a frame to zoom in, Escape to zoom out.</div></header>\n"
    "<svg id=graph></svg>\n<script>\n";

static const char page_script[] =
    "const H=19,graph=document.getElementById('graph'),what=document.getElementById("
    "'what'),search=document.getElementById('search'),NS='http://www.w3.org/2000/"
    "svg';\n"
    "const N=nodes.map(([parent,name,own])=>({parent,name,own,total:own,children:[],"
    "depth:0,x:0}));\n"
    "for(let i=N.length-1;i>0;i--){const p=N[N[i].parent];p.total+=N[i].total;"
    "p.children.push(N[i])}\n"
    "const all=N[0].total||1;\n"
    "for(const n of N)n.children.sort((a,b)=>b.total-a.total);\n"
    "(function place(n,depth,x){n.depth=depth;n.x=x;for(const c of n.children){c.up=n;"
    "place(c,depth+1,x);x+=c.total}})(N[0],0,0);\n"
    "let zoom=N[0];\n"
    "const time=us=>us>=1e6?(us/1e6).toFixed(2)+' s':us>=1e3?(us/1e3).toFixed(1)+' ms':"
    "us+' \\u00b5s';\n"
    "const share=us=>(100*us/all).toFixed(1)+' %';\n"
    "function label(n){if(!n.up)return 'all';const [f,at]=names[n.name];return "
    "f[0]==='<'?"
    "f+' '+at.replace(/^.*\\/(?=.)/,''):f}\n"
    "function tell(n){what.textContent=n.up?names[n.name][0]+'\\n'+names[n.name][1]+'  "
    "'+"
    "time(n.total)+' = '+share(n.total)+', of its own '+time(n.own)+' = '+share(n.own):"
    "'all: '+time(all)}\n"
    "function colour(n){if(!n.up)return '#ddd';let h=0;for(const c of names[n.name][1]."
    "replace(/:\\d+$/,''))h=(h*31+c.charCodeAt(0))>>>0;const library=/^<|\\/lib\\/"
    "python/.test(names[n.name][1]);let v=n.name*37%16;return library?`hsl(${195+h%30},"
    "${40+v}%,${70+v/2}%)`:`hsl(${18+h%36},${75+v}%,${62+v/2}%)`}\n"
    "function matcher(){const s=search.value;if(!s)return null;const r=/^\\/(.+)\\/$/."
    "exec(s);if(r){try{const e=new RegExp(r[1]);return t=>e.test(t)}catch(e){return "
    "null"
    "}}const l=s.toLowerCase();return t=>t.toLowerCase().includes(l)}\n"
    "function draw(){const W=graph.clientWidth||1000,f=matcher();let deepest=0,hit=0;\n"
    "graph.replaceChildren();const line=[];for(let n=zoom.up;n;n=n.up)line.push(n);\n"
    "const put=(n,x,w)=>{deepest=Math.max(deepest,n.depth);const r=document."
    "createElementNS(NS,'rect');r.setAttribute('x',x);r.setAttribute('y',n.depth*H);r."
    "setAttribute('width',Math.max(w-.5,.5));r.setAttribute('height',H-1);r."
    "setAttribute("
    "'rx',2);r.style.fill=colour(n);const is=f&&n.up&&f(names[n.name][0]+' '+names[n."
    "name][1]);if(is)r.classList.add('found');if(n.depth<zoom.depth)r.style.opacity=.5;"
    "r.onclick=()=>{zoom=n;draw()};r.onmousemove=()=>tell(n);graph.append(r);\n"
    "const room=Math.floor((w-6)/7.25);if(room>2){const t=document.createElementNS(NS,"
    "'text');t.setAttribute('x',x+3);t.setAttribute('y',n.depth*H+13);const s=label(n);"
    "t.textContent=s.length>room?s.slice(0,room-1)+'\\u2026':s;graph.append(t)}};\n"
    "for(const n of line)put(n,0,W);\n"
    "(function walk(n,counted){const w=n.total/zoom.total*W;if(w<.4)return;const "
    "x=(n.x-"
    "zoom.x)/zoom.total*W;put(n,x,w);for(const c of n.children)walk(c)})(zoom);\n"
    "if(f)(function sum(n,inside){const is=n.up&&f(names[n.name][0]+' "
    "'+names[n.name][1]"
    ");if(is&&!inside)hit+=n.total;for(const c of n.children)sum(c,inside||is)})(N[0],"
    "false);\n"
    "document.getElementById('share').textContent=f?'found: '+share(hit):'';\n"
    "graph.style.height=(deepest+1)*H+'px'}\n"
    "document.querySelector('h1').textContent=title+', '+time(all);\n"
    "document.title=title;search.oninput=draw;onresize=draw;\n"
    "document.getElementById('all').onclick=()=>{zoom=N[0];draw()};\n"
    "onkeydown=e=>{if(e.key==='Escape'){zoom=N[0];search.value='';draw()}else if(e.key"
    "==='/'&&document.activeElement!==search){search.focus();e.preventDefault()}};\n"
    "if(location.hash){search.value=decodeURIComponent(location.hash.slice(1))}draw();"
    "\n"
    "</script>\n</html>\n";

int flame_start(View *view)
{
    return samples_start(view, false, false);
}

static void put_names(ViewOutput *out, const Samples *samples)
{
    view_put(out, "const names=[");
    for (uint32_t i = 0; i < samples->frame_count; i++) {
        const ProbeCode *code = samples->by_frame[i]->code;
        view_put(out, i > 0 ? ",\n[" : "\n[");
        view_put_json(out, *code->qualname ? code->qualname : code->name);
        view_put(out, ",");
        view_put_json(out, code->filename);
        view_putf(out, "+':%d']", code->first_line);
    }
    view_put(out, "];\n");
}

/* The node and what is below it; `number` is the next one's. */
static void put_nodes(ViewOutput *out, const SampleNode *node, uint32_t parent,
                      uint32_t *number)
{
    uint32_t own = (*number)++;
    view_putf(out, own > 0 ? ",[%u,%u,%llu]" : "[%u,%u,%llu]", parent, node->frame,
              (unsigned long long)(node->self / 1000));
    for (const SampleNode *child = node->child; child != NULL; child = child->next)
        put_nodes(out, child, own, number);
}

void flame_finish(View *view)
{
    Samples *samples = samples_end(view);
    if (samples != NULL) {
        uint32_t number = 0;
        view_put(view->out, page_head);
        view_putf(view->out, "const title='%llu samples of %s';\n",
                  (unsigned long long)samples->count,
                  samples->sampler.cpu ? "processor time" : "time");
        put_names(view->out, samples);
        view_put(view->out, "const nodes=[");
        put_nodes(view->out, &samples->root, 0, &number);
        view_put(view->out, "];\n");
        view_put(view->out, page_script);
        view_put_end(view->out);
    }
    samples_free(view);
}
