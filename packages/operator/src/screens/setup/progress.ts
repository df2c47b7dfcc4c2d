/**
 * Progress of the set-up, stored per tab so that the set-up continues after a reload. Contains
 * neither password nor secret.
 */
export interface SetupProgress {
  readonly step: 2 | 3 | 4;
  readonly site: { readonly name: string; readonly accent: string } | null;
  readonly channelId: number | null;
}

const storageKey = "parlour.setup";

/** Loads the stored progress. Without any, the set-up starts at the second step. */
export function loadProgress(): SetupProgress {
  const first: SetupProgress = { step: 2, site: null, channelId: null };
  try {
    const value = JSON.parse(
      sessionStorage.getItem(storageKey) ?? "null",
    ) as Partial<SetupProgress> | null;
    if (value === null) return first;
    return {
      step: value.step === 3 || value.step === 4 ? value.step : 2,
      site: value.site ?? null,
      channelId: typeof value.channelId === "number" ? value.channelId : null,
    };
  } catch {
    return first;
  }
}

/** Returns whether a set-up was started in this tab. */
export function hasProgress(): boolean {
  try {
    return sessionStorage.getItem(storageKey) !== null;
  } catch {
    return false;
  }
}

export function saveProgress(progress: SetupProgress): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(progress));
  } catch (error) {
    console.warn("the progress of the set-up could not be kept", error);
  }
}
