import type { ServerAddresses } from "../config/read-config.ts";
import { isMailRefused } from "../store/mail/refusal.ts";
import type { Secrets } from "../store/database/seal.ts";
import type { Db } from "../store/database/sql.ts";
import type { UnsubscribeLinks } from "./templates/mail-data.ts";
import type { UnsubscribeLink } from "./templates/unsubscribe.ts";

export interface StopLinksDeps {
  readonly db: Db;
  readonly secrets: Secrets;
  readonly addresses: () => ServerAddresses;
}
/** Creates and reads the links that stop further emails. */
export interface StopLinks extends UnsubscribeLinks {
  /** Reads the token of a link. Returns null if it was not created here. */
  open(token: string): UnsubscribeLink | null;
}

/** Creates the links. They are sealed with SECRET_KEY (CORE-163). */
export function createStopLinks({ db, addresses, secrets }: StopLinksDeps): StopLinks {
  return {
    isUnsubscribed: (account, address) => isMailRefused(db, account, address),
    createUrl(account, address, language) {
      const sealed = secrets.seal(JSON.stringify({ stop: { account, address, language } }));
      return `${addresses().visitorUrl}/stop-mail/${sealed.toString("base64url")}`;
    },
    open(token) {
      try {
        return (
          (
            JSON.parse(secrets.open(Buffer.from(token, "base64url"))) as {
              readonly stop?: UnsubscribeLink;
            }
          ).stop ?? null
        );
      } catch {
        return null;
      }
    },
  };
}
