import { useRef, useState } from "preact/hooks";
import { listOperators, hasMessages } from "../state/reducer.ts";
import { getAccountText } from "../text/account-text.ts";
import { isStartScreen } from "../state/pane.ts";
import { Avatar } from "./conversation/Avatar.tsx";
import { Icon } from "./Icon.tsx";
import { lazyView } from "./lazy-view.tsx";
import { Logo } from "./Logo.tsx";
import type { ViewProps } from "./view-props.ts";

const HomeHeader = lazyView(
  async () => (await import("./HomeHeader.tsx")).HomeHeader,
  ["home"],
  true,
);
const Menu = lazyView(async () => (await import("./ChatMenu.tsx")).ChatMenu, ["more"]);

/**
 * The header: the operators, and the buttons to minimise and close. The header is taller before the
 * first message.
 */
export function Header(view: ViewProps) {
  const { model, actions, t } = view;
  const { face, phone } = model;
  const agents = listOperators(model).slice(0, 3);
  const isHome = isStartScreen(model);
  const minimise = (
    <button
      type="button"
      class="pw-icon"
      aria-label={t("minimise")}
      onClick={() => actions.move("minimise")}
    >
      <Icon name={phone ? "down" : "min"} />
    </button>
  );
  return (
    <header
      class={`pw-head${isHome ? " pw-head--home" : ""}${face.header === "plain" ? " pw-head--plain" : ""}`}
    >
      <div class="pw-head__bar">
        {phone ? minimise : null}
        {agents.length > 0 ? (
          <span class="pw-avs">
            {agents.map((one) => (
              <Avatar
                key={one.name}
                {...one}
                actions={actions}
                large
                bot={model.chat?.state === "bot"}
              />
            ))}
          </span>
        ) : (
          <Logo face={face} />
        )}
        <Title model={model} t={t} names={agents.map((one) => one.name).join(", ")} />
        <div class="pw-head__do">
          <MoreMenu model={model} actions={actions} t={t} />
          {phone ? null : minimise}
          <button
            type="button"
            class="pw-icon"
            aria-label={t("close")}
            onClick={() => actions.move("close")}
          >
            <Icon name="x" />
          </button>
        </div>
      </div>
      {isHome ? <HomeHeader {...view} /> : null}
    </header>
  );
}

/** Who answers: the `names` of operators or the title, and whether somebody is available. */
function Title({ model, t, names }: Pick<ViewProps, "model" | "t"> & { readonly names: string }) {
  const { face, situation } = model;
  const title = getAccountText(face, t.language, "title") || face.name;
  const isAvailable = situation !== null && (situation.mode === "online" || situation.bot);
  return (
    <div class="pw-head__title">
      <h1 id="pw-title">
        <bdi>{names || title}</bdi>
      </h1>
      {isStartScreen(model) ? null : (
        <p>
          {situation === null ? null : (
            <span class={isAvailable ? "pw-dot" : "pw-dot pw-dot--off"} />
          )}
          <bdi>
            {names
              ? title
              : situation === null
                ? ""
                : t(isAvailable ? "online" : situation.working_hours ? "offlineShort" : "closed")}
          </bdi>
        </p>
      )}
    </div>
  );
}

/** Menu for sounds, transcript and end. Its script loads when the button gets the focus. */
function MoreMenu(view: ViewProps) {
  const { model, t } = view;
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  if (
    !model.face.sound &&
    !(model.face.transcript && model.messages.length > 0) &&
    !hasMessages(model)
  )
    return null;
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
