import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { agentsOf, hasMessages } from "../model.ts";
import { ownText } from "../own-texts.ts";
import { Avatar } from "./Avatar.tsx";
import { Icon } from "./Icon.tsx";
import type { View } from "./view.ts";

/** Who answers, and the ways out. */
export function Head({ model, acts, t }: View) {
  const { face, phone, situation } = model;
  const agents = agentsOf(model).slice(0, 3);
  const title = ownText(face, t.language, "title") || face.name;
  const names = agents.map((one) => one.name).join(", ");
  const isThere = situation !== null && (situation.mode === "online" || situation.bot);
  const minimise = (
    <button type="button" class="pw-icon" aria-label={t("minimise")} onClick={() => acts.move("minimise")}>
      <Icon name={phone ? "down" : "min"} />
    </button>
  );
  return (
    <header class="pw-head">
      {phone ? minimise : null}
      {agents.length > 0 ? (
        <span class="pw-avs">
          {agents.map((one) => (
            <Avatar key={one.name} {...one} acts={acts} large bot={model.chat?.state === "bot"} />
          ))}
        </span>
      ) : null}
      <div class="pw-head__who">
        <h1 id="pw-title">
          <bdi>{agents.length > 0 ? names : title}</bdi>
        </h1>
        <p>
          {situation === null ? null : <span class={isThere ? "pw-dot" : "pw-dot pw-dot--off"} />}
          <bdi>
            {agents.length > 0
              ? title
              : situation === null
                ? ""
                : t(isThere ? "online" : situation.working_hours ? "offlineShort" : "closed")}
          </bdi>
        </p>
      </div>
      <div class="pw-head__do">
        <More model={model} acts={acts} t={t} />
        {phone ? null : minimise}
        <button type="button" class="pw-icon" aria-label={t("close")} onClick={() => acts.move("close")}>
          <Icon name="x" />
        </button>
      </div>
    </header>
  );
}

export async function saveTranscript(model: View["model"], t: View["t"]): Promise<void> {
  const { saveText, transcriptOf } = await import("../transcript.ts");
  saveText("chat.txt", transcriptOf(model, t));
}

/** Sounds, transcript, end: rarely wanted, so behind one button. */
function More(view: View) {
  const { t } = view;
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useAway(root, isOpen, () => setOpen(false));
  const choices = choicesOf(view);
  if (choices.length === 0) return null;
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  const escape = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !isOpen) return;
    event.stopPropagation();
    close();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape of the buttons in it
    <div class="pw-more" ref={root} onKeyDown={escape}>
      <button type="button" class="pw-icon" ref={button} aria-label={t("more")} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name="more" />
      </button>
      {isOpen ? <Menu choices={choices} close={close} /> : null}
    </div>
  );
}

interface Choice {
  readonly text: string;
  readonly act: () => void;
}
function choicesOf({ model, acts, t }: View): readonly Choice[] {
  const choices: Choice[] = [];
  if (model.face.sound) choices.push({ text: t(model.muted ? "unmute" : "mute"), act: () => acts.mute(!model.muted) });
  if (model.face.transcript && model.messages.length > 0) choices.push({ text: t("download"), act: () => void saveTranscript(model, t) });
  if (hasMessages(model)) choices.push({ text: t("endChat"), act: acts.end });
  return choices;
}

function Menu({ choices, close }: { readonly choices: readonly Choice[]; readonly close: () => void }) {
  const take = (act: () => void): void => {
    close();
    act();
  };
  return (
    <ul class="pw-menu">
      {choices.map(({ text, act }) => (
        <li key={text}>
          <button type="button" onClick={() => take(act)}>
            {text}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Notices that the visitor goes on elsewhere while something is open. */
function useAway(root: RefObject<HTMLElement | null>, isOpen: boolean, away: () => void): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    const events = ["pointerdown", "focusin"];
    const look = (event: Event): void => {
      if (event.target instanceof Node && root.current?.contains(event.target) !== true) away();
    };
    for (const name of events) document.addEventListener(name, look);
    return () => {
      for (const name of events) document.removeEventListener(name, look);
    };
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isOpen]);
}
