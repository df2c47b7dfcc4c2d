interface Unsent {
  readonly end: number;
  readonly events: number;
  readonly at: number;
}

/**
 * What a socket has been given and the network has not taken yet (API-105). Exists only while that is something: a socket that keeps up
 * costs nothing. Ends of frames are counted in bytes since the backlog began, so the unsent bytes tell which frames are out.
 */
export class Backlog {
  #given = 0;
  #events = 0;
  #first = 0;
  #frames: Unsent[] = [];

  /** `unsent`: bytes that the stream holds after this frame was given to it. */
  add(bytes: number, events: number, unsent: number, at: number): void {
    this.#given += bytes;
    this.#events += events;
    this.#frames.push({ end: this.#given, events, at });
    this.settle(unsent);
  }
  /** Forgets what has gone out. */
  settle(unsent: number): void {
    const out = this.#given - unsent;
    for (let frame = this.#frames[this.#first]; frame && frame.end <= out; frame = this.#frames[this.#first]) {
      this.#events -= frame.events;
      this.#first++;
    }
    if (this.#first > 256) {
      this.#frames = this.#frames.slice(this.#first);
      this.#first = 0;
    }
  }
  /** Events not out yet. */
  get events(): number {
    return this.#events;
  }
  /** When the oldest of them was given; null when all are out. */
  get oldestAt(): number | null {
    return this.#frames[this.#first]?.at ?? null;
  }
}
