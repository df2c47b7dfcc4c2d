interface UnsentFrame {
  readonly end: number;
  readonly events: number;
  readonly at: number;
}

/**
 * Frames written to a socket and not yet sent by the network (API-105). Exists only while data is
 * unsent, so a socket that keeps up costs nothing. Frame ends are counted in bytes since the buffer
 * was created. The number of unsent bytes therefore shows which frames are sent.
 */
export class SendBuffer {
  #totalBytes = 0;
  #events = 0;
  #first = 0;
  #frames: UnsentFrame[] = [];

  /** Adds frames. `unsent`: bytes in the stream after these frames were written. */
  add(bytes: number, events: number, unsent: number, at: number): void {
    this.#totalBytes += bytes;
    this.#events += events;
    this.#frames.push({ end: this.#totalBytes, events, at });
    this.settle(unsent);
  }
  /** Removes sent frames. */
  settle(unsent: number): void {
    const sentBytes = this.#totalBytes - unsent;
    for (
      let frame = this.#frames[this.#first];
      frame && frame.end <= sentBytes;
      frame = this.#frames[this.#first]
    ) {
      this.#events -= frame.events;
      this.#first++;
    }
    if (this.#first > 256) {
      this.#frames = this.#frames.slice(this.#first);
      this.#first = 0;
    }
  }
  /** Number of unsent events. */
  get events(): number {
    return this.#events;
  }
  /** Monotonic time at which the oldest unsent frame was added, or null if all are sent. */
  get oldestAt(): number | null {
    return this.#frames[this.#first]?.at ?? null;
  }
}
