BEGIN
{
    @step["by 10"] = lquantize(-5, 0, 100, 10);
    @step["by 10"] = lquantize(0, 0, 100, 10);
    @step["by 10"] = lquantize(19, 0, 100, 10);
    @step["by 10"] = lquantize(100, 0, 100, 10);
    @step["by 10"] = lquantize(99, 0, 100, 10);
    @one = lquantize(3, -2, 5);
    @log = llquantize(5, 10, 0, 3, 10);
    @log = llquantize(250, 10, 0, 3, 10);
    @log = llquantize(10000, 10, 0, 3, 10);
    @fine = llquantize(7, 2, 0, 4, 8);
}
