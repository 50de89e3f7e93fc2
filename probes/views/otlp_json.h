/* The messages of OpenTelemetry's protocol as its JSON encoding has them: ids are hex,
 * numbers of 64 bits are strings, enums are numbers. */
#ifndef MINIPY_PROBES_VIEWS_OTLP_JSON_H
#define MINIPY_PROBES_VIEWS_OTLP_JSON_H

#include "probes/views/measures.h"
#include "probes/views/spans.h"

/* Who tells, and of which trace. */
typedef struct OtlpSource {
    const char *service;
    char trace_id[33];     /* 16 bytes */
    uint64_t id_base;      /* span ids are this and the span's number */
    char root_parent[17];  /* of the whole run; "": it has none */
    uint64_t began, epoch; /* probe_now() then, and the same time since 1970, ns */
} OtlpSource;

/* A span that has ended, and on which thread it was (0: the whole run). */
typedef struct OtlpSpan {
    Span span;
    unsigned thread;
} OtlpSpan;

/* ExportTraceServiceRequest, of these. */
void otlp_put_spans(ViewOutput *out, const OtlpSource *source, const OtlpSpan *spans,
                    size_t count);
/* ExportMetricsServiceRequest, of all measures. */
void otlp_put_metrics(ViewOutput *out, const OtlpSource *source, Measures *measures);

#endif
