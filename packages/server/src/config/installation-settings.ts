import { type MailRecord, readMail } from "../store/settings/installation/mail-changes.ts";
import { defaultLimits, isLimitName, type LimitName, type Limits } from "../limits/index.ts";
import { findInstallation } from "../store/settings/installation/installation.ts";
import { readEffectiveInstallation } from "../store/provisioning/effective-installation.ts";
import { readPublicUrl } from "../store/sign-in/setup.ts";
import { readStorage, type StorageSetting } from "../store/settings/installation/storage.ts";
import type { Sql } from "../store/database/sql.ts";

/** Current settings of the installation on this node (API-355, CFG-010, CFG-030). */
export interface InstallationSettings {
  /**
   * Private targets that requests may reach: from EGRESS_ALLOW, the provisioning file and the
   * settings of the installation owner.
   */
  egressAllow(): readonly string[];
  /** Email or URL that 5xx responses show (CH-038). */
  supportContact(): string | null;
  /** Storage settings (CFG-033). After a change, this function returns another object. */
  storage(): StorageSetting;
  /** Mail settings (CFG-032), or null if mail is not configured. */
  mail(): MailRecord | null;
  /** Address that the set-up took, because PUBLIC_URL was not given (CFG-167), or null. */
  publicUrl(): string | null;
  /** Reloads the settings. Call this function after a change. */
  refresh(): Promise<void>;
}

export async function loadInstallationSettings(deps: {
  readonly sql: Sql;
  readonly limits: Limits;
  readonly environmentAllow: readonly string[];
}): Promise<InstallationSettings> {
  let allow: readonly string[] = deps.environmentAllow;
  let support: string | null = null;
  let storage = await readStorage(deps.sql);
  let mail: MailRecord | null = null;
  let publicUrl: string | null = null;
  const refresh = async (): Promise<void> => {
    const stored = await findInstallation(deps.sql);
    const effective = await readEffectiveInstallation(deps.sql);
    allow = [...deps.environmentAllow, ...effective.egressAllow];
    support = stored.support_contact;
    storage = reuseIfEqual(storage, await readStorage(deps.sql));
    mail = (await readMail(deps.sql)).mail;
    publicUrl = await readPublicUrl(deps.sql);
    const knownLimits = Object.entries(effective.limits).filter(
      (entry): entry is [LimitName, number] => isLimitName(entry[0]),
    );
    deps.limits.configure({ ...defaultLimits, ...Object.fromEntries(knownLimits) });
  };
  await refresh();
  return {
    egressAllow: () => allow,
    supportContact: () => support,
    storage: () => storage,
    mail: () => mail,
    publicUrl: () => publicUrl,
    refresh,
  };
}

function reuseIfEqual(before: StorageSetting, now: StorageSetting): StorageSetting {
  return JSON.stringify(before) === JSON.stringify(now) ? before : now;
}
