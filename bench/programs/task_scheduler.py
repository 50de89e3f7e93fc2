"""An operating system's kernel in small: tasks of four kinds pass packets to each other by priority."""
N = 90

DEVICE, WORKER, HANDLER, IDLE = range(4)


class Packet:
    def __init__(self, link, ident, kind):
        self.link, self.ident, self.kind = link, ident, kind
        self.data = [0] * 4
        self.at = 0

    def append_to(self, queue):
        self.link = None
        if queue is None:
            return self
        last = queue
        while last.link is not None:
            last = last.link
        last.link = self
        return queue


class Task:
    def __init__(self, kernel, ident, priority, queue):
        self.kernel, self.ident, self.priority, self.queue = kernel, ident, priority, queue
        self.held = self.waiting = False
        self.runs = 0

    def ready(self):
        return not self.held and not (self.waiting and self.queue is None)

    def take(self):
        packet = self.queue
        if packet is not None:
            self.queue = packet.link
            self.waiting = False
        return packet

    def put(self, packet, sender):
        self.queue = packet.append_to(self.queue)
        self.kernel.queued += 1
        return self if self.priority > sender.priority else sender

    def step(self, packet):
        raise NotImplementedError


class Idle(Task):
    def __init__(self, kernel, count):
        super().__init__(kernel, IDLE, 0, None)
        self.control, self.count = 1, count

    def step(self, packet):
        self.count -= 1
        if self.count == 0:
            self.held = True
            return None
        if self.control & 1:
            self.control = self.control >> 1 ^ 0xD008
            return self.kernel.release(5)
        self.control >>= 1
        return self.kernel.release(4)


class Worker(Task):
    def __init__(self, kernel, queue):
        super().__init__(kernel, 1, 1000, queue)
        self.target, self.letter = 2, 0

    def step(self, packet):
        if packet is None:
            self.waiting = True
            return self
        self.target = 5 - self.target
        packet.ident = self.target
        packet.at = 0
        for i in range(4):
            self.letter = self.letter % 26 + 1
            packet.data[i] = 64 + self.letter
        return self.kernel.send(packet, self)


class Handler(Task):
    def __init__(self, kernel, ident, priority, queue):
        super().__init__(kernel, ident, priority, queue)
        self.work = self.devices = None

    def step(self, packet):
        if packet is not None:
            if packet.kind == WORKER:
                self.work = packet.append_to(self.work)
            else:
                self.devices = packet.append_to(self.devices)
        if self.work is not None:
            work = self.work
            if work.at >= 4:
                self.work = work.link
                return self.kernel.send(work, self)
            if self.devices is not None:
                device = self.devices
                self.devices = device.link
                device.at = work.data[work.at]
                work.at += 1
                return self.kernel.send(device, self)
        self.waiting = True
        return self


class Device(Task):
    def __init__(self, kernel, ident, priority):
        super().__init__(kernel, ident, priority, None)
        self.pending = None

    def step(self, packet):
        if packet is None:
            pending, self.pending = self.pending, None
            if pending is None:
                self.waiting = True
                return self
            return self.kernel.send(pending, self)
        self.pending = packet
        self.held = True
        self.kernel.holds += 1
        return None


class Kernel:
    def __init__(self, count):
        self.queued = self.holds = 0
        packets = None
        for _ in range(2):
            packets = Packet(packets, 1, WORKER)
        self.tasks = {1: Worker(self, packets)}
        for ident, device in ((2, 4), (3, 5)):
            packets = None
            for _ in range(3):
                packets = Packet(packets, device, DEVICE)
            self.tasks[ident] = Handler(self, ident, 1000 + 1000 * (ident - 1), packets)
        self.tasks[4] = Device(self, 4, 4000)
        self.tasks[5] = Device(self, 5, 5000)
        self.tasks[IDLE] = Idle(self, count)
        self.order = sorted(self.tasks.values(), key=lambda task: -task.priority)

    def release(self, ident):
        task = self.tasks[ident]
        task.held = False
        return task

    def send(self, packet, sender):
        ident, packet.ident = packet.ident, sender.ident
        return self.tasks[ident].put(packet, sender)

    def schedule(self):
        task = None
        while True:
            if task is None or not task.ready():
                for task in self.order:
                    if task.ready():
                        break
                else:
                    return
            task.runs += 1
            task = task.step(task.take())


def run(n):
    total = 0
    for _ in range(n):
        kernel = Kernel(400)
        kernel.schedule()
        total += kernel.queued * 31 + kernel.holds + sum(task.runs for task in kernel.order)
    return total
