/* The layout of the guide's examples of quantize(): header, bars of 40, one bucket on each side. */
BEGIN
{
    @one["powers"] = quantize(1);
    @one["powers"] = quantize(8);
    @one["powers"] = quantize(9);
    @one["powers"] = quantize(1024);
    @zero = quantize(0);
    @both = quantize(-3);
    @both = quantize(5, 3);
    @weights = quantize(16, 10);
    @weights = quantize(64, -5);
    @gone = quantize(4);
    @gone = quantize(4, -1);
}
