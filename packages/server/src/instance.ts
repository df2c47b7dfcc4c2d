import type { MailRecord } from "./core/record/mail.ts";
import { defaultLimits, isLimitName, type LimitName, type Limits } from "./limits/index.ts";
import { findInstance } from "./store/queries/account.ts";
import { readInstanceInForce } from "./store/settings/instance-in-force.ts";
import { readMail } from "./store/settings/mail.ts";
import { readStorage, type StorageSetting } from "./store/settings/storage.ts";
import type { Sql } from "./store/sql.ts";

/** Settings of the whole installation in force on this node (API-043, CFG-010, CFG-030). */
export interface InstanceSettings {
  /** Private targets that may be called: EGRESS_ALLOW, the provisioning file's list and the owner's. */
  egressAllow(): readonly string[];
  /** E-mail or URL named in 5xx answers (CH-038). */
  supportContact(): string | null;
  /** CFG-033; another object when it changed. */
  storage(): StorageSetting;
  /** CFG-032; null: mail is not set up. */
  mail(): MailRecord | null;
  /** Reads the row again; to be called when it changed. */
  refresh(): Promise<void>;
}

export async function openInstanceSettings(deps: {
  readonly sql: Sql;
  readonly limits: Pick<Limits, "configure">;
  readonly environmentAllow: readonly string[];
}): Promise<InstanceSettings> {
  let allow: readonly string[] = deps.environmentAllow;
  let support: string | null = null;
  let storage = await readStorage(deps.sql);
  let mail: MailRecord | null = null;
  const refresh = async (): Promise<void> => {
    const found = await findInstance(deps.sql);
    const inForce = await readInstanceInForce(deps.sql);
    allow = [...deps.environmentAllow, ...inForce.egressAllow];
    support = found.supportContact;
    storage = same(storage, await readStorage(deps.sql));
    mail = (await readMail(deps.sql)).mail;
    const known = Object.entries(inForce.limits).filter((entry): entry is [LimitName, number] => isLimitName(entry[0]));
    deps.limits.configure({ ...defaultLimits, ...Object.fromEntries(known) });
  };
  await refresh();
  return { egressAllow: () => allow, supportContact: () => support, storage: () => storage, mail: () => mail, refresh };
}

function same(before: StorageSetting, now: StorageSetting): StorageSetting {
  return JSON.stringify(before) === JSON.stringify(now) ? before : now;
}
