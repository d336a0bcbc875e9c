"""A receiver that asks the kernel when the last byte of each request arrived (SO_TIMESTAMPNS), which Node cannot.

Prints its port, and then a line for each round: the milliseconds between the first and the last arrival.
"""

import select
import socket
import struct
import sys

SO_TIMESTAMPNS = 35
LAST_BYTE = ord("}")
ANSWER = b'HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ncontent-length: 14\r\n\r\n{"id":"tsk_1"}'


def arrival_ms(ancillary):
    for _level, kind, data in ancillary:
        if kind == SO_TIMESTAMPNS:
            seconds, nanoseconds = struct.unpack("qq", data[:16])
            return seconds * 1e3 + nanoseconds / 1e6
    # Stamping begins a moment after the first socket has asked for it; the bench's first rounds do not count.
    return float("nan")


def main(copies):
    listener = socket.create_server(("127.0.0.1", 0), backlog=64)
    listener.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)
    poll = select.epoll()
    poll.register(listener.fileno(), select.EPOLLIN)
    connections = {}
    whole = []
    print(listener.getsockname()[1], flush=True)
    while True:
        for number, _event in poll.poll():
            if number == listener.fileno():
                connection, _address = listener.accept()
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                connections[connection.fileno()] = connection
                poll.register(connection.fileno(), select.EPOLLIN)
                continue
            connection = connections[number]
            data, ancillary, _flags, _address = connection.recvmsg(65536, 256)
            if not data:
                poll.unregister(number)
                connections.pop(number).close()
            elif data[-1] == LAST_BYTE:
                whole.append((arrival_ms(ancillary), connection))
            if len(whole) == copies:
                moments = [moment for moment, _connection in whole]
                print(max(moments) - min(moments), flush=True)
                for _moment, each in whole:
                    each.sendall(ANSWER)
                whole = []


main(int(sys.argv[1]))
