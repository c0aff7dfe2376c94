// WebSocket connection to a room: reconnects when lost and repeats unanswered requests.
import type { ClientRequest, ClientIn, ServerOut, Side } from '../wire/index.ts';
import { ServerTime } from './clock.ts';
import { afterLoss } from './reconnect.ts';

export type ConnectionState = 'opening' | 'open' | 'lost' | 'closed';

export interface Listener {
  onMessage(message: ServerOut): void;
  onState(state: ConnectionState): void;
  /** The session of the account has ended; the next connection is made without it. */
  onSessionEnd(): void;
  /** Sequence number of the last event seen, sent with every message. */
  seq(): number;
}

const PING_EVERY = 20_000;
/** Time without a message after a ping until the connection counts as lost. */
const DEAF_AFTER = 8_000;
/** Close code of a socket whose session has ended. */
const SESSION_ENDED = 4001;

let counter = 0;

/** Unique message id; works without https too. */
function newId(): string {
  const random = crypto.getRandomValues(new Uint32Array(2));
  counter += 1;
  return `${Date.now().toString(36)}-${counter.toString(36)}-${[...random].map((one) => one.toString(36)).join('')}`;
}

export class RoomConnection {
  readonly time = new ServerTime();
  #socket: WebSocket | undefined;
  #waiting = new Map<string, ClientIn>();
  #failures = 0;
  #left = false;
  #dismissed = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #pinger: ReturnType<typeof setInterval> | undefined;
  #deaf: ReturnType<typeof setTimeout> | undefined;
  #pings = new Map<string, number>();
  readonly #address: () => string;
  readonly #listener: Listener;

  constructor(address: () => string, listener: Listener) {
    this.#address = address;
    this.#listener = listener;
    addEventListener('online', this.#knock);
    document.addEventListener('visibilitychange', this.#seen);
    this.#open();
  }

  /** Closes the connection for good. */
  leave(): void {
    this.#left = true;
    removeEventListener('online', this.#knock);
    document.removeEventListener('visibilitychange', this.#seen);
    clearTimeout(this.#retry);
    this.#hush();
    this.#socket?.close(1000);
  }

  /** Sends a request; the listener gets the answer under the returned id. */
  ask(ask: ClientRequest, side?: Side): string {
    const message: ClientIn = { id: newId(), seq: this.#listener.seq(), ...(side ? { side } : {}), ...ask };
    this.#waiting.set(message.id, message);
    this.#send(message);
    return message.id;
  }

  #send(message: ClientIn): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #open(): void {
    clearTimeout(this.#retry);
    this.#listener.onState('opening');
    let socket: WebSocket;
    try {
      socket = new WebSocket(this.#address());
    } catch {
      this.#lost();
      return;
    }
    this.#socket = socket;
    let greeted = false;
    socket.onmessage = (event) => {
      if (socket !== this.#socket) return;
      clearTimeout(this.#deaf);
      const message = readMessage(event.data);
      if (!message) return;
      this.#failures = 0;
      if (!greeted && message.type === 'view') {
        greeted = true;
        this.#listener.onMessage(message);
        this.#listener.onState('open');
        // Unanswered requests are sent again: the server recognizes ids and does nothing twice.
        for (const one of this.#waiting.values()) this.#send(one);
        this.#listen();
        return;
      }
      this.#answer(message);
    };
    socket.onclose = ({ code }) => {
      if (socket !== this.#socket) return;
      this.#lost();
      if (code === SESSION_ENDED) this.#listener.onSessionEnd();
    };
  }

  #answer(message: ServerOut): void {
    if (message.type === 'pong') {
      const sent = this.#pings.get(message.id);
      this.#pings.delete(message.id);
      this.#waiting.delete(message.id);
      if (sent !== undefined) this.time.observe(message.now, Date.now(), Math.max(0, performance.now() - sent));
      return;
    }
    if (message.type === 'ack' || message.type === 'refusal' || message.type === 'hint')
      this.#waiting.delete(message.id);
    if (message.type === 'bye') this.#dismissed = !message.again;
    this.#listener.onMessage(message);
  }

  #listen(): void {
    this.#hush();
    this.#ping();
    this.#pinger = setInterval(() => this.#ping(), PING_EVERY);
  }

  #ping(): void {
    const message: ClientIn = { id: newId(), seq: this.#listener.seq(), type: 'ping' };
    this.#pings.clear();
    this.#pings.set(message.id, performance.now());
    this.#send(message);
    clearTimeout(this.#deaf);
    this.#deaf = setTimeout(() => this.#drop(), DEAF_AFTER);
  }

  #hush(): void {
    clearInterval(this.#pinger);
    clearTimeout(this.#deaf);
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
    this.#lost();
  }

  #lost(): void {
    this.#hush();
    this.#socket = undefined;
    const next = afterLoss({
      failures: this.#failures,
      online: navigator.onLine,
      visible: document.visibilityState === 'visible',
      dismissed: this.#dismissed,
      left: this.#left,
      chance: Math.random(),
    });
    this.#failures += 1;
    this.#listener.onState(next.kind === 'stop' ? 'closed' : 'lost');
    if (next.kind === 'retry') this.#retry = setTimeout(() => this.#open(), next.after);
  }

  #knock = (): void => {
    if (!this.#socket && !this.#left && !this.#dismissed) this.#open();
  };

  #seen = (): void => {
    if (document.visibilityState !== 'visible') return;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#ping();
    else this.#knock();
  };
}

function readMessage(data: unknown): ServerOut | undefined {
  try {
    const message: unknown = JSON.parse(String(data));
    return typeof message === 'object' && message !== null && 'type' in message ? (message as ServerOut) : undefined;
  } catch {
    return undefined;
  }
}
