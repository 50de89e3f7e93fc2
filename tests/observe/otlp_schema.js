// Holds messages of --trace=otlp, one a line, to the published schema: the messages of opentelemetry-proto, as the npm
// package @opentelemetry/otlp-transformer has them.   node otlp_schema.js GENERATED_ROOT FILE
// Each is made a protocol buffer message and taken apart again; what is not the same then the schema does not have.
const fs = require('fs');
const {collector} = require(process.argv[2]).opentelemetry.proto;

// protobufjs takes bytes in base64; OTLP's JSON has ids in hex.
function withBytes(value) {
    if (Array.isArray(value)) return value.map(withBytes);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, of]) =>
        [key, /^(traceId|spanId|parentSpanId)$/.test(key) ? Buffer.from(of, 'hex').toString('base64') : withBytes(of)]));
}

function leaves(value, path = '', found = {}) {
    if (value !== null && typeof value === 'object')
        for (const key in value) leaves(value[key], `${path}/${key}`, found);
    else found[path] = String(value);
    return found;
}

let messages = 0, fields = 0;
for (const line of fs.readFileSync(process.argv[3], 'utf8').trim().split('\n')) {
    const data = withBytes(JSON.parse(line));
    const type = data.resourceSpans ? collector.trace.v1.ExportTraceServiceRequest
                                    : collector.metrics.v1.ExportMetricsServiceRequest;
    const message = type.fromObject(data), complaint = type.verify(message);
    if (complaint) throw new Error(complaint);
    const said = leaves(data), kept = leaves(type.toObject(type.decode(type.encode(message).finish()), {longs: String, bytes: String}));
    for (const path in said) { // a zero is a field that is not there
        fields++;
        if (kept[path] === undefined ? !['0', 'false', ''].includes(said[path]) : kept[path] !== said[path])
            throw new Error(`${path}: ${said[path]}, in the schema ${kept[path]}`);
    }
    messages++;
}
console.log(`${messages} messages, ${fields} fields`);
