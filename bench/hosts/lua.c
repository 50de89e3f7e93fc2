/* lua.c - the tasks in Lua 5.4, by lua.h and lauxlib.h. Where a script of Python names
 * arguments, one of Lua has a table. */
#include "driver.h"

#include <string.h>

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

static lua_State *L;
enum { POINT = 1, LIST, DICT, BOTTOM = DICT }; /* stay on its stack */

static const char script[] =
    "function add(a, b) return a + b end\n"
    "function add_named(o) return o.a + o.b end\n"
    "function same(x) return x end\n"
    "function nothing() end\n"
    "function fail() error('no') end\n"
    "point = {x = 1}\n"
    "function into_c(n)\n"
    "  local total = 0\n"
    "  for i = 0, n - 1 do total = total + add_c(i, 2) end\n"
    "  return total\n"
    "end\n"
    "function into_c_named(n)\n"
    "  local total = 0\n"
    "  for i = 0, n - 1 do total = total + add_c_named{a = i, b = 2} end\n"
    "  return total\n"
    "end\n"
    "function into_method(n)\n"
    "  local counter = Counter()\n"
    "  for i = 0, n - 1 do counter:add(i) end\n"
    "  return counter:add(0)\n"
    "end\n"
    "function calls(n)\n"
    "  for i = 0, n - 1 do\n"
    "    nothing()\n"
    "  end\n"
    "  return n\n"
    "end\n"
    "function lines(n)\n"
    "  local a, b, c, d\n"
    "  for i = 0, n - 1 do\n"
    "    a = i\n"
    "    b = i\n"
    "    c = i\n"
    "    d = i\n"
    "  end\n"
    "  return n\n"
    "end\n";

static void sure(int status)
{
    if (status != LUA_OK)
        die(lua_tostring(L, -1));
}

static int64_t take_int(void)
{
    int64_t i = lua_tointeger(L, -1);
    lua_pop(L, 1);
    return i;
}

static void new_list(void)
{
    lua_newtable(L);
    for (int i = 0; i < ITEMS; i++) {
        lua_pushinteger(L, i);
        lua_rawseti(L, -2, i + 1);
    }
}

static void new_dict(void)
{
    lua_newtable(L);
    for (int i = 0; i < ITEMS; i++) {
        lua_pushinteger(L, i);
        lua_setfield(L, -2, keys[i]);
    }
}

/* ---- what the script gets -------------------------------------------------------- */

static int add_c(lua_State *l)
{
    lua_pushinteger(l, luaL_checkinteger(l, 1) + luaL_checkinteger(l, 2));
    return 1;
}

static int add_c_named(lua_State *l)
{
    luaL_checktype(l, 1, LUA_TTABLE);
    lua_getfield(l, 1, "a");
    lua_getfield(l, 1, "b");
    lua_pushinteger(l, luaL_checkinteger(l, -2) + luaL_checkinteger(l, -1));
    return 1;
}

static int counter_new(lua_State *l)
{
    int64_t *total = lua_newuserdatauv(l, sizeof *total, 0);
    *total = 0;
    luaL_setmetatable(l, "host.Counter");
    return 1;
}

static int counter_add(lua_State *l)
{
    int64_t *total = luaL_checkudata(l, 1, "host.Counter");
    lua_pushinteger(l, *total += luaL_checkinteger(l, 2));
    return 1;
}

static lua_State *new_state(void)
{
    lua_State *made = luaL_newstate();
    if (!made)
        die("luaL_newstate failed");
    luaL_openlibs(made);
    return made;
}

void host_start(void)
{
    L = new_state();
    lua_register(L, "add_c", add_c);
    lua_register(L, "add_c_named", add_c_named);
    lua_register(L, "Counter", counter_new);
    luaL_newmetatable(L, "host.Counter");
    lua_pushvalue(L, -1);
    lua_setfield(L, -2, "__index");
    lua_pushcfunction(L, counter_add);
    lua_setfield(L, -2, "add");
    lua_settop(L, 0);
    sure(luaL_loadbuffer(L, script, strlen(script), "script.lua"));
    sure(lua_pcall(L, 0, 0, 0));
    lua_getglobal(L, "point");
    new_list();
    new_dict();
}

static int64_t answer(lua_State *l)
{
    if (luaL_dostring(l, "return 6 * 7") != LUA_OK)
        die(lua_tostring(l, -1));
    int64_t i = lua_tointeger(l, -1);
    lua_pop(l, 1);
    return i;
}

void host_more(void)
{
    answer(new_state());
}

int64_t host_first(void)
{
    return answer(new_state());
}

/* ---- calls ----------------------------------------------------------------------- */

/* The function lies at BOTTOM + 1 while it is called n times. */
static void begin(const char *function)
{
    lua_getglobal(L, function);
}

static int64_t call(long n)
{
    int64_t total = 0;
    begin("add");
    for (long i = 0; i < n; i++) {
        lua_pushvalue(L, BOTTOM + 1);
        lua_pushinteger(L, i);
        lua_pushinteger(L, 2);
        sure(lua_pcall(L, 2, 1, 0));
        total += take_int();
    }
    lua_settop(L, BOTTOM);
    return total;
}

static int64_t call_named(long n)
{
    int64_t total = 0;
    begin("add_named");
    for (long i = 0; i < n; i++) {
        lua_pushvalue(L, BOTTOM + 1);
        lua_createtable(L, 0, 2);
        lua_pushinteger(L, i);
        lua_setfield(L, -2, "a");
        lua_pushinteger(L, 2);
        lua_setfield(L, -2, "b");
        sure(lua_pcall(L, 1, 1, 0));
        total += take_int();
    }
    lua_settop(L, BOTTOM);
    return total;
}

static int64_t call_raises(long n)
{
    int64_t caught = 0;
    begin("fail");
    for (long i = 0; i < n; i++) {
        lua_pushvalue(L, BOTTOM + 1);
        if (lua_pcall(L, 0, 0, 0) != LUA_ERRRUN)
            die("fail() did not");
        caught++;
        lua_pop(L, 1);
    }
    lua_settop(L, BOTTOM);
    return caught;
}

static int64_t text(long n)
{
    int64_t total = 0;
    begin("same");
    for (long i = 0; i < n; i++) {
        size_t size;
        lua_pushvalue(L, BOTTOM + 1);
        lua_pushlstring(L, "a text of thirty-two characters.", 32);
        sure(lua_pcall(L, 1, 1, 0));
        const char *s = lua_tolstring(L, -1, &size);
        total += s[size - 1];
        lua_pop(L, 1);
    }
    lua_settop(L, BOTTOM);
    return total;
}

/* A function of the script, which does it n times. */
static int64_t in_script(const char *name, long n)
{
    lua_getglobal(L, name);
    lua_pushinteger(L, n);
    sure(lua_pcall(L, 1, 1, 0));
    return take_int();
}

static int64_t into_c(long n)
{
    return in_script("into_c", n);
}
static int64_t into_c_named(long n)
{
    return in_script("into_c_named", n);
}
static int64_t into_method(long n)
{
    return in_script("into_method", n);
}

/* ---- fields, items, containers --------------------------------------------------- */

static int64_t get_field(long n)
{
    int64_t total = 0;
    for (long i = 0; i < n; i++) {
        lua_getfield(L, POINT, "x");
        total += take_int();
    }
    return total;
}

static int64_t set_field(long n)
{
    for (long i = 0; i < n; i++) {
        lua_pushinteger(L, 1);
        lua_setfield(L, POINT, "x");
    }
    return n;
}

static int64_t get_item(long n)
{
    int64_t total = 0;
    for (long i = 0; i < n; i++) {
        lua_geti(L, LIST, i % ITEMS + 1);
        total += take_int();
    }
    return total;
}

static int64_t get_key(long n)
{
    int64_t total = 0;
    for (long i = 0; i < n; i++) {
        lua_getfield(L, DICT, keys[i % ITEMS]);
        total += take_int();
    }
    return total;
}

static int64_t set_key(long n)
{
    for (long i = 0; i < n; i++) {
        lua_pushinteger(L, i % ITEMS);
        lua_setfield(L, DICT, keys[i % ITEMS]);
    }
    return n;
}

static int64_t build_list(long n)
{
    for (long i = 0; i < n; i++) {
        new_list();
        lua_pop(L, 1);
    }
    return n;
}

static int64_t build_dict(long n)
{
    for (long i = 0; i < n; i++) {
        new_dict();
        lua_pop(L, 1);
    }
    return n;
}

static int64_t walk_dict(long n)
{
    int64_t total = 0;
    for (long i = 0; i < n; i++)
        for (lua_pushnil(L); lua_next(L, DICT);)
            total += take_int();
    return total;
}

/* ---- events ---------------------------------------------------------------------- */

static void count(lua_State *l, lua_Debug *ar)
{
    (void)l, (void)ar;
    seen++;
}

static void name(lua_State *l, lua_Debug *ar)
{
    lua_getinfo(l, "nSl", ar);
    used += ar->short_src[0] + (ar->name ? ar->name[0] : 0) + ar->currentline;
    seen++;
}

static int64_t listened(lua_Hook hook, int mask, const char *function, long n)
{
    lua_sethook(L, hook, mask, 0);
    int64_t r = in_script(function, n);
    lua_sethook(L, NULL, 0, 0);
    return r;
}

static int64_t calls(long n)
{
    return in_script("calls", n);
}
static int64_t calls_counted(long n)
{
    return listened(count, LUA_MASKCALL | LUA_MASKRET, "calls", n);
}
static int64_t calls_named(long n)
{
    return listened(name, LUA_MASKCALL | LUA_MASKRET, "calls", n);
}
static int64_t lines(long n)
{
    return in_script("lines", n);
}
static int64_t lines_counted(long n)
{
    return listened(count, LUA_MASKLINE, "lines", n);
}
static int64_t lines_named(long n)
{
    return listened(name, LUA_MASKLINE, "lines", n);
}

/* ---- life ------------------------------------------------------------------------ */

static int64_t made_and_freed(long n)
{
    int64_t total = 0;
    for (long i = 0; i < n; i++) {
        lua_State *made = new_state();
        total += answer(made);
        lua_close(made);
    }
    return total;
}

const Task tasks[] = {TASKS(TASK_ROW){NULL, NULL}};
const Task alone[] = {{NULL, NULL}};
