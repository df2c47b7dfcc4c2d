import { useRef, useState } from "preact/hooks";
import { agentsOf, hasMessages } from "../model.ts";
import { ownText } from "../own-texts.ts";
import { isAtHome } from "../pane.ts";
import { Avatar } from "./Avatar.tsx";
import { Icon } from "./Icon.tsx";
import { later } from "./later.tsx";
import { Logo } from "./Logo.tsx";
import type { View } from "./view.ts";

const Hello = later(async () => (await import("./Hello.tsx")).Hello, ["home"], true);
const Menu = later(async () => (await import("./Menu.tsx")).Menu, []);

/**
 * The header: who answers, and the buttons to minimise and close. Taller before the first message.
 */
export function Head(view: View) {
  const { model, acts, t } = view;
  const { face, phone, situation } = model;
  const agents = agentsOf(model).slice(0, 3);
  const title = ownText(face, t.language, "title") || face.name;
  const names = agents.map((one) => one.name).join(", ");
  const isThere = situation !== null && (situation.mode === "online" || situation.bot);
  const isHome = isAtHome(model);
  const minimise = (
    <button type="button" class="pw-icon" aria-label={t("minimise")} onClick={() => acts.move("minimise")}>
      <Icon name={phone ? "down" : "min"} />
    </button>
  );
  return (
    <header class={`pw-head${isHome ? " pw-head--home" : ""}${face.header === "plain" ? " pw-head--plain" : ""}`}>
      <div class="pw-head__bar">
        {phone ? minimise : null}
        {agents.length > 0 ? (
          <span class="pw-avs">
            {agents.map((one) => (
              <Avatar key={one.name} {...one} acts={acts} large bot={model.chat?.state === "bot"} />
            ))}
          </span>
        ) : (
          <Logo face={face} />
        )}
        <div class="pw-head__who">
          <h1 id="pw-title">
            <bdi>{agents.length > 0 ? names : title}</bdi>
          </h1>
          {isHome ? null : (
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
          )}
        </div>
        <div class="pw-head__do">
          <More model={model} acts={acts} t={t} />
          {phone ? null : minimise}
          <button type="button" class="pw-icon" aria-label={t("close")} onClick={() => acts.move("close")}>
            <Icon name="x" />
          </button>
        </div>
      </div>
      {isHome ? <Hello {...view} /> : null}
    </header>
  );
}

/** Menu for sounds, transcript and ending the chat. It loads when its button gets the focus. */
function More(view: View) {
  const { model, t } = view;
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  if (!model.face.sound && !(model.face.transcript && model.messages.length > 0) && !hasMessages(model)) return null;
  const close = (isBack: boolean): void => {
    setOpen(false);
    if (isBack) button.current?.focus();
  };
  const escape = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !isOpen) return;
    event.stopPropagation();
    close(true);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape of the buttons in it
    <div class="pw-more" ref={root} onKeyDown={escape}>
      <button
        type="button"
        class="pw-icon"
        ref={button}
        aria-label={t("more")}
        aria-expanded={isOpen}
        onFocus={() => void Menu.load().catch(() => undefined)}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="more" />
      </button>
      {isOpen ? <Menu {...view} root={root} close={close} /> : null}
    </div>
  );
}
