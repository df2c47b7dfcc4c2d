import type { Operator } from "@parlour/protocol";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useState, useSyncExternalStore } from "react";
import { createEventEmitter } from "../../../state/api/event-emitter.ts";
import { textById } from "../../../text/index.ts";
import type { SettingField } from "../kit/setting-field.ts";
import { listPageFields } from "../pages/parts.ts";

const listeners = createEventEmitter();
let highlightRequests = 0;
/** Highlights the field in the current URL once more. */
export function repeatHighlight(): void {
  highlightRequests += 1;
  listeners.emit();
}

interface Target {
  /** Key of the navigation to the target. It changes when the same result is opened again. */
  readonly key: string;
  readonly page: string;
  /** The field to highlight, or null after the operator has interacted with the page. */
  readonly field: SettingField | null;
}

/**
 * Scrolls to the field in the URL hash and outlines it until the next input. Returns the field if
 * the operator must first choose a resource from a list.
 */
export function useTargetField(me: Operator, path: string): SettingField | null {
  const navigate = useNavigate();
  const { hash, search, state } = useLocation();
  const [page = "", part] = path.split("/");
  const requests = useSyncExternalStore(listeners.subscribe, () => highlightRequests);
  const key = `${(state as { __TSR_key?: string }).__TSR_key ?? hash} ${requests}`;
  const [target, setTarget] = useState<Target | null>(null);
  const namedField = listPageFields(me, page).find(({ label }) => label === hash);
  // Opening a resource page drops the hash, so the target is kept until the operator opens another
  // page.
  const next =
    namedField !== undefined && target?.key !== key
      ? { key, page, field: namedField }
      : target?.page === page
        ? target
        : null;
  if (next !== target) setTarget(next);
  const field = next?.field ?? null;
  const needsEntry = field?.at === "one" && part === undefined;
  const targetTab = field?.tab;
  const isOtherTab =
    !needsEntry && targetTab !== undefined && targetTab !== (search as { tab?: string }).tab;
  useEffect(() => {
    if (isOtherTab)
      void navigate({
        to: ".",
        search: { tab: targetTab } as never,
        hash: true,
        replace: true,
        ignoreBlocker: true,
      });
  }, [isOtherTab, navigate, targetTab]);
  useEffect(() => {
    if (field === null || needsEntry || isOtherTab) return;
    return highlightField(field, () =>
      setTarget((current) => current && { ...current, field: null }),
    );
  }, [field, key, needsEntry, isOtherTab, path]);
  return needsEntry ? field : null;
}

const labelSelector =
  ".field > label, .field > .label, .toggle > label, .body p.label, .body legend, .body h2, .body h3";
const containerSelector = ".field, .toggle, fieldset, .group, .card, .parthead";

/**
 * Outlines the field as soon as it is rendered, or else its group. The outline ends with the next
 * input. Returns a function that stops this.
 */
function highlightField({ label, group }: SettingField, onEnd: () => void): () => void {
  let highlighted: HTMLElement | null = null;
  const clear = () => highlighted?.removeAttribute("data-target");
  const highlight = () => {
    const container =
      findContainer(textById(label)) ??
      (group === undefined ? null : findContainer(textById(group)));
    if (container === null) return;
    if (container !== highlighted) {
      clear();
      highlighted = container;
      container.setAttribute("data-target", "");
      container.scrollIntoView({ block: "center" });
      focusControl(container);
    }
    // What loads above the field moves it out of view.
    else if (!isInView(container)) container.scrollIntoView({ block: "center" });
  };
  const observer = new MutationObserver(highlight);
  const stop = () => {
    observer.disconnect();
    clear();
    for (const type of endingEvents) removeEventListener(type, end, true);
  };
  const end = () => {
    stop();
    onEnd();
  };
  observer.observe(document.body, { childList: true, subtree: true });
  highlight();
  for (const type of endingEvents) addEventListener(type, end, true);
  return stop;
}
const endingEvents = ["pointerdown", "keydown", "wheel"] as const;

function isInView(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}

function findContainer(text: string): HTMLElement | null {
  const labelElement = [...document.querySelectorAll<HTMLElement>(labelSelector)].find(
    (element) => getLabelText(element) === text,
  );
  return labelElement?.closest<HTMLElement>(containerSelector) ?? null;
}
/** Returns the text of a label without its "changed" tag. */
function getLabelText(label: HTMLElement): string {
  return [...label.childNodes]
    .filter((node) => !(node instanceof HTMLElement && node.matches(".tag")))
    .map((node) => node.textContent)
    .join("")
    .trim();
}

/** Moves the focus to the control of the field, or to the group of controls. */
function focusControl(container: HTMLElement): void {
  const control = container.querySelector<HTMLElement>(
    "input:not(:disabled), select:not(:disabled), textarea:not(:disabled)",
  );
  if (control === null) container.tabIndex = -1;
  (control ?? container).focus({ preventScroll: true });
}
