/** Sends and checks codes that prove the address of a channel (CON-068). */
export interface AddressCodePort {
  /** Returns a hash that nobody can compute without SECRET_KEY. */
  readonly hash: (text: string) => Buffer;
  /** Mails a code. Throws Refusal `not_available` without mail, and `rate_limited`. */
  readonly send: (account: number, address: string, code: string) => Promise<void>;
}
