import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useState, useSyncExternalStore } from "react";
import { createListeners } from "../../../state/listeners.ts";
import { wordOf } from "../../../text/index.ts";
import type { SettingField } from "./field.ts";
import { settingFields } from "./fields.ts";

const listeners = createListeners();
let times = 0;
/** Highlights the field in the current URL again. */
export function showAgain(): void {
  times += 1;
  listeners.tell();
}

interface Target {
  /** Key of the navigation that requested the target. Opening the same result again changes it. */
  readonly key: string;
  readonly page: string;
  /** null: it was highlighted and the user has interacted since. */
  readonly field: SettingField | null;
}

/**
 * Scrolls to the field that the URL hash names, and outlines it until the next input. Returns the
 * field while the operator must first choose a resource from a list.
 */
export function useTarget(path: string): SettingField | null {
  const navigate = useNavigate();
  const { hash, search, state } = useLocation();
  const [page = "", part] = path.split("/");
  const shown = useSyncExternalStore(listeners.add, () => times);
  const key = `${(state as { __TSR_key?: string }).__TSR_key ?? hash} ${shown}`;
  const [target, setTarget] = useState<Target | null>(null);
  const asked = settingFields[page]?.find(({ label }) => label === hash);
  // Opening the page of a resource drops the hash, so the target stays until another page opens.
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

/**
 * Outlines the field once it is rendered, or else its group, until the next input. Returns a
 * function that stops this.
 */
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
/** Returns the text of a label without its "changed" tag. */
function textOf(label: HTMLElement): string {
  return [...label.childNodes]
    .filter((node) => !(node instanceof HTMLElement && node.matches(".tag")))
    .map((node) => node.textContent)
    .join("")
    .trim();
}

/** Moves the focus to the control of the field, or to the group. */
function focusIn(found: HTMLElement): void {
  const control = found.querySelector<HTMLElement>("input:not(:disabled), select:not(:disabled), textarea:not(:disabled)");
  if (control === null) found.tabIndex = -1;
  (control ?? found).focus({ preventScroll: true });
}
