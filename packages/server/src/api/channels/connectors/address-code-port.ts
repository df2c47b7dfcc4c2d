/** Sends and checks codes that prove the address of a channel (CON-068). */
export interface AddressCodePort {
  /** Returns a hash that nobody can compute without SECRET_KEY. */
  readonly hash: (text: string) => Buffer;
  /**
   * Mails a code to an address. Throws Refusal `not_available` if the installation sends no mail,
   * and `rate_limited` above a limit.
   */
  readonly send: (account: number, address: string, code: string) => Promise<void>;
}
