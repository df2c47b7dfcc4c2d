import { Type, type Static } from "typebox";

/**
 * The frames of a socket by requests, for networks whose proxies do not pass WebSockets (CORE-490).
 * `POST` to the address of the socket carries them.
 */
export const SocketRequest = Type.Object(
  {
    /** Id of the socket. Null opens one. */
    id: Type.Union([Type.String({ maxLength: 64 }), Type.Null()]),
    /** Frames of the client, in their order. */
    frames: Type.Array(Type.String({ maxLength: 65_536 }), { maxItems: 32 }),
    /** `wait`: for frames of the server, at most 20 s. `close`: closes the socket. */
    mode: Type.Union([Type.Literal("wait"), Type.Literal("answer"), Type.Literal("close")]),
  },
  { additionalProperties: false },
);
export type SocketRequest = Static<typeof SocketRequest>;

/** Why there is no WebSocket: the code of a refusal, and the address that it names. */
export interface SocketProblem {
  readonly code: string;
  /** Address that the installation is set up for. Set for `wrong_address` (CFG-166). */
  readonly location: string | null;
}
export interface SocketAnswer {
  readonly id: string;
  /** Frames of the server, in their order. Only an answer to `wait` has some. */
  readonly frames: readonly string[];
  /** Code with which the server closed the socket (API-105). Null: it is open. */
  readonly closed: number | null;
  /** Set in the answer that opens a socket of an operator. */
  readonly problem?: SocketProblem;
}
