"""One-way constraints between variables, planned again when a stronger one comes: chains and projections."""
N = 41

REQUIRED, STRONG, NORMAL, WEAK = range(4)


class Variable:
    def __init__(self, name, value=0):
        self.name, self.value = name, value
        self.constraints, self.by = [], None
        self.mark, self.strength, self.fixed = 0, WEAK, True

    def __repr__(self):
        return f"<{self.name}={self.value}>"


class Constraint:
    def __init__(self, strength):
        self.strength = strength

    def add(self, planner):
        for variable in self.variables():
            variable.constraints.append(self)
        planner.add(self)

    def remove(self, planner):
        planner.remove(self)
        for variable in self.variables():
            variable.constraints.remove(self)

    def satisfy(self, mark, planner):
        self.choose(mark)
        if not self.satisfied():
            if self.strength == REQUIRED:
                raise ValueError("a required constraint cannot be met")
            return None
        for variable in self.inputs():
            variable.mark = mark
        out = self.output()
        overridden = out.by
        if overridden is not None:
            overridden.unsatisfy()
        out.by = self
        planner.propagate(self, mark)
        out.mark = mark
        return overridden

    def known(self, mark):
        return all(v.mark == mark or v.fixed or v.by is None for v in self.inputs())


class Unary(Constraint):
    def __init__(self, variable, strength, planner):
        super().__init__(strength)
        self.variable, self.on = variable, False
        self.add(planner)

    def variables(self):
        return (self.variable,)

    def inputs(self):
        return ()

    def output(self):
        return self.variable

    def choose(self, mark):
        self.on = self.variable.mark != mark and self.strength < self.variable.strength

    def satisfied(self):
        return self.on

    def unsatisfy(self):
        self.on = False

    def recalculate(self):
        self.variable.strength, self.variable.fixed = self.strength, self.is_fixed()
        if self.variable.fixed:
            self.execute()

    def is_fixed(self):
        return True

    def execute(self):
        pass


class Edit(Unary):
    def is_fixed(self):
        return False


class Binary(Constraint):
    def __init__(self, source, target, strength, planner):
        super().__init__(strength)
        self.ends, self.way = (source, target), None
        self.add(planner)

    def variables(self):
        return self.ends

    def inputs(self):
        return (self.ends[1 - self.way],)

    def output(self):
        return self.ends[self.way]

    def choose(self, mark):
        first, second = self.ends
        self.way = None
        if first.mark == mark:
            self.way = 1 if second.mark != mark and self.strength < second.strength else None
        elif second.mark == mark:
            self.way = 0 if self.strength < first.strength else None
        elif first.strength > second.strength:
            self.way = 0 if self.strength < first.strength else None
        elif self.strength < second.strength:
            self.way = 1

    def satisfied(self):
        return self.way is not None

    def unsatisfy(self):
        self.way = None

    def recalculate(self):
        source, out = self.inputs()[0], self.output()
        out.strength = max(self.strength, source.strength)
        out.fixed = source.fixed
        if out.fixed:
            self.execute()


class Equal(Binary):
    def execute(self):
        self.output().value = self.inputs()[0].value


class Scale(Binary):
    def __init__(self, source, factor, offset, target, strength, planner):
        self.factor, self.offset = factor, offset
        super().__init__(source, target, strength, planner)

    def execute(self):
        if self.way:
            self.ends[1].value = self.ends[0].value * self.factor + self.offset
        else:
            self.ends[0].value = (self.ends[1].value - self.offset) // self.factor


class Planner:
    def __init__(self):
        self.mark = 0

    def new_mark(self):
        self.mark += 1
        return self.mark

    def add(self, constraint):
        mark = self.new_mark()
        overridden = constraint.satisfy(mark, self)
        while overridden is not None:
            overridden = overridden.satisfy(mark, self)

    def remove(self, constraint):
        if not constraint.satisfied():
            return
        out = constraint.output()
        constraint.unsatisfy()
        out.by = None
        unsatisfied = self.downstream(out)
        for again in sorted(unsatisfied, key=lambda c: c.strength):
            self.add(again)

    def downstream(self, out):
        out.strength, out.fixed = WEAK, True
        todo, unsatisfied = [out], []
        while todo:
            variable = todo.pop()
            unsatisfied += [c for c in variable.constraints if not c.satisfied()]
            for constraint in variable.constraints:
                if constraint is not variable.by and constraint.satisfied():
                    constraint.recalculate()
                    todo.append(constraint.output())
        return unsatisfied

    def propagate(self, constraint, mark):
        todo = [constraint]
        while todo:
            constraint = todo.pop()
            constraint.recalculate()
            out = constraint.output()
            todo += [c for c in out.constraints if c is not out.by and c.satisfied()]

    def plan(self, sources):
        mark, plan = self.new_mark(), []
        todo = [c for c in sources if c.satisfied()]
        while todo:
            constraint = todo.pop()
            out = constraint.output()
            if out.mark != mark and constraint.known(mark):
                plan.append(constraint)
                out.mark = mark
                todo += [c for c in out.constraints if c is not out.by and c.satisfied()]
        return plan


def chain(size):
    planner = Planner()
    variables = [Variable(f"v{i}") for i in range(size)]
    for a, b in zip(variables, variables[1:]):
        Equal(a, b, REQUIRED, planner)
    Unary(variables[-1], NORMAL, planner)
    edit = Edit(variables[0], STRONG, planner)
    plan = planner.plan([edit])
    for value in range(10):
        variables[0].value = value
        for constraint in plan:
            constraint.execute()
    edit.remove(planner)
    return variables[-1].value


def projection(size):
    planner, targets = Planner(), []
    scale, offset = Variable("scale", 10), Variable("offset", 1000)
    for i in range(size):
        source, target = Variable("s", i), Variable("t", i)
        targets.append(target)
        Unary(source, NORMAL, planner)
        Scale(source, scale.value, offset.value, target, REQUIRED, planner)
    edit = Edit(targets[0], STRONG, planner)
    edit.remove(planner)
    return sum(t.value for t in targets)


def run(n):
    return sum(chain(60) + projection(40) for _ in range(n))
