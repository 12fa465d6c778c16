import { createServer } from "node:net";
import type { AddressInfo } from "node:net";

const message = (type: string, body: Buffer): Buffer => {
  const header = Buffer.alloc(5);
  header.write(type, 0, "latin1");
  header.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([header, body]);
};

/** Speaks as much of PostgreSQL's protocol as it takes to refuse a query, or the connection itself, with a SQLSTATE. */
export async function startFakePostgres(): Promise<{
  port: number;
  sqlstate: string;
  refuseConnection: boolean;
  close: () => void;
}> {
  const state = { port: 0, sqlstate: "XX000", refuseConnection: false, close: () => void server.close() };
  const error = () =>
    message(
      "E",
      Buffer.from(
        `SERROR\0VERROR\0C${state.sqlstate}\0Mduplicate key "hunter2-secret" at /var/lib/postgres\0Rexec_simple\0\0`,
      ),
    );
  const server = createServer((socket) => {
    let isStarted = false;
    socket.on("error", () => undefined);
    socket.on("data", (data) => {
      if (!isStarted) {
        isStarted = true;
        if (state.refuseConnection) return void socket.end(error());
        socket.write(Buffer.concat([message("R", Buffer.alloc(4)), message("Z", Buffer.from("I"))]));
      } else if (data[0] === "Q".charCodeAt(0)) socket.write(Buffer.concat([error(), message("Z", Buffer.from("I"))]));
      else socket.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  state.port = (server.address() as AddressInfo).port;
  return state;
}
