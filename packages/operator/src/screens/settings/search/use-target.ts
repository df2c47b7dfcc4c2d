import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useState, useSyncExternalStore } from "react";
import { createListeners } from "../../../state/listeners.ts";
import { wordOf } from "../../../text/index.ts";
import type { SettingField } from "./field.ts";
import { settingFields } from "./fields.ts";

const listeners = createListeners();
let times = 0;
/** Shows the field of the present address once more. */
export function showAgain(): void {
  times += 1;
  listeners.tell();
}

interface Target {
  /** Of the navigation that asked for it: the same result may be opened again. */
  readonly key: string;
  readonly page: string;
  /** null: shown, and an input followed. */
  readonly field: SettingField | null;
}

/**
 * Scrolls to the field that the hash of the address names, and outlines it until the next input. Returns the field while the page of an entry that
 * has it is still to be chosen from a list.
 */
export function useTarget(path: string): SettingField | null {
  const navigate = useNavigate();
  const { hash, search, state } = useLocation();
  const [page = "", part] = path.split("/");
  const shown = useSyncExternalStore(listeners.add, () => times);
  const key = `${(state as { __TSR_key?: string }).__TSR_key ?? hash} ${shown}`;
  const [target, setTarget] = useState<Target | null>(null);
  const asked = settingFields[page]?.find(({ label }) => label === hash);
  // The hash is lost on the way to the page of an entry: the target stays until another page is opened.
  const next = asked !== undefined && target?.key !== key ? { key, page, field: asked } : target?.page === page ? target : null;
  if (next !== target) setTarget(next);
  const field = next?.field ?? null;
  const isToChoose = field?.at === "one" && part === undefined;
  const wanted = field?.tab;
  const isOtherTab = !isToChoose && wanted !== undefined && wanted !== (search as { tab?: string }).tab;
  useEffect(() => {
    if (isOtherTab) void navigate({ to: ".", search: { tab: wanted } as never, hash: true, replace: true, ignoreBlocker: true });
  }, [isOtherTab, navigate, wanted]);
  useEffect(() => {
    if (field === null || isToChoose || isOtherTab) return;
    return outline(field, () => setTarget((last) => last && { ...last, field: null }));
  }, [field, key, isToChoose, isOtherTab, path]);
  return isToChoose ? field : null;
}

const labels = ".field > label, .field > .label, .toggle > label, .body p.label, .body legend, .body h2";
const holders = ".field, .toggle, fieldset, .group, .card";

/** Outlines the field as soon as it is drawn, else its group, until the next input. Returns what ends it. */
function outline({ label, group }: SettingField, onEnd: () => void): () => void {
  let shown: HTMLElement | null = null;
  const clear = () => shown?.removeAttribute("data-target");
  const look = () => {
    const found = holderOf(wordOf(label)) ?? (group === undefined ? null : holderOf(wordOf(group)));
    if (found === null || found === shown) return;
    clear();
    shown = found;
    found.setAttribute("data-target", "");
    found.scrollIntoView({ block: "center" });
    focusIn(found);
  };
  const drawn = new MutationObserver(look);
  const stop = () => {
    drawn.disconnect();
    clear();
    for (const type of inputs) removeEventListener(type, end, true);
  };
  const end = () => {
    stop();
    onEnd();
  };
  drawn.observe(document.body, { childList: true, subtree: true });
  look();
  for (const type of inputs) addEventListener(type, end, true);
  return stop;
}
const inputs = ["pointerdown", "keydown", "wheel"] as const;

function holderOf(text: string): HTMLElement | null {
  const found = [...document.querySelectorAll<HTMLElement>(labels)].find((one) => textOf(one) === text);
  return found?.closest<HTMLElement>(holders) ?? null;
}
/** The words of a label without its mark "changed". */
function textOf(label: HTMLElement): string {
  return [...label.childNodes]
    .filter((node) => !(node instanceof HTMLElement && node.matches(".tag")))
    .map((node) => node.textContent)
    .join("")
    .trim();
}

/** The keyboard and a screen reader follow: to the control of the field, or to the group. */
function focusIn(found: HTMLElement): void {
  const control = found.querySelector<HTMLElement>("input:not(:disabled), select:not(:disabled), textarea:not(:disabled)");
  if (control === null) found.tabIndex = -1;
  (control ?? found).focus({ preventScroll: true });
}
