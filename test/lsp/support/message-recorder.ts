import type { ChildProcess } from 'node:child_process';
import {
  type DataCallback,
  type Message,
  type NotificationMessage,
  type RequestMessage,
  type ResponseMessage,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import { LanguageClient } from './language-client.ts';

/** A message of the server. An answer has the method of the request. */
export type ServerMessage =
  | { kind: 'answer'; method: string; result: unknown }
  | { kind: 'refusal'; method: string; error: { code: number; message: string } }
  | { kind: 'request' | 'notification'; method: string; params: unknown };

/** A client over stdio that keeps every message of the server as it was on the wire. */
export class MessageRecorder {
  readonly messages: ServerMessage[] = [];
  readonly client: LanguageClient;
  /** Methods of requests that wait for an answer, by id. */
  readonly #waiting = new Map<unknown, string>();

  constructor(server: ChildProcess, folders: string[]) {
    const reader = new StreamMessageReader(server.stdout!);
    const writer = new StreamMessageWriter(server.stdin!);
    const listen = reader.listen.bind(reader);
    reader.listen = (callback: DataCallback) =>
      listen(message => {
        this.#received(message);
        callback(message);
      });
    const write = writer.write.bind(writer);
    writer.write = message => {
      const { id, method } = message as RequestMessage;
      if (id !== undefined && method !== undefined) this.#waiting.set(id, method);
      return write(message);
    };
    this.client = new LanguageClient(reader, writer, { folders });
  }

  /** Methods of requests without an answer so far. */
  unanswered(): string[] {
    return [...this.#waiting.values()];
  }

  #received(message: Message): void {
    const { method, params, id } = message as RequestMessage & NotificationMessage;
    if (method !== undefined) {
      this.messages.push({ kind: id === undefined ? 'notification' : 'request', method, params });
      return;
    }
    const { result, error } = message as ResponseMessage;
    const asked = this.#waiting.get(id) ?? `an answer to nothing (${id})`;
    this.#waiting.delete(id);
    this.messages.push(error ? { kind: 'refusal', method: asked, error } : { kind: 'answer', method: asked, result });
  }
}
