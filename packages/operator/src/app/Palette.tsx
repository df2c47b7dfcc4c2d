// oxlint-disable jsx-a11y/prefer-tag-over-role -- WAI-ARIA pattern without an HTML element of its own.
import { IconSearch, IconSettings } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useId, useMemo, useState, type KeyboardEvent } from "react";
import { Dialog, Modal, ModalOverlay } from "react-aria-components";
import { Icon } from "../ui/Icon.tsx";
import { findableSettings } from "../screens/settings/find.ts";
import { useMe } from "../state/session.tsx";
import { findCommands, type Command, type CommandGroup } from "./commands.ts";
import { t } from "./text.ts";

/** Commands, chats and settings by name (Ctrl/⌘ K). */
export function Palette({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <ModalOverlay
      className="overlay top"
      isOpen={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      isDismissable
    >
      <Modal className="palette float">
        <Dialog className="dialog" aria-label={t("palette.title")}>
          <Search onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Search({ onClose }: { onClose: () => void }) {
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);
  const id = useId();
  const settings = useSettings();
  // Without a question they would be a second menu.
  const groups = useMemo(() => findCommands(query, query.trim() === "" ? [] : [settings]), [query, settings]);
  const flat = groups.flatMap((group) => group.commands);
  const chosen = flat[Math.min(at, flat.length - 1)];
  const act = (command: Command) => {
    onClose();
    setTimeout(command.run, 0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && flat.length > 0) {
      event.preventDefault();
      setAt((Math.min(at, flat.length - 1) + step + flat.length) % flat.length);
    }
    if (event.key === "Enter" && chosen) {
      event.preventDefault();
      act(chosen);
    }
  };
  return (
    <>
      <div className="ask">
        <Icon of={IconSearch} />
        <input
          // The palette is opened by a key to type at once; focus belongs in its field.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          role="combobox"
          aria-label={t("palette.placeholder")}
          aria-expanded={flat.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={chosen ? `${id}-${chosen.id}` : undefined}
          placeholder={t("palette.placeholder")}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
        <kbd>Esc</kbd>
      </div>
      <div role="listbox" id={`${id}-list`} aria-label={t("palette.title")} className="results-list">
        {groups.map((group) => (
          <div role="group" aria-label={group.title} key={group.title}>
            <span className="cap" aria-hidden="true">
              {group.title}
            </span>
            {group.commands.map((command) => (
              <div
                key={command.id}
                role="option"
                id={`${id}-${command.id}`}
                aria-selected={command === chosen}
                tabIndex={-1}
                className="menuitem"
                onPointerMove={() => setAt(flat.indexOf(command))}
                onClick={() => act(command)}
                onKeyDown={onKeyDown}
                ref={command === chosen ? (element) => element?.scrollIntoView({ block: "nearest" }) : undefined}
              >
                <Icon of={command.icon} />
                <span className="grow cut">
                  <Marked text={command.label} query={query} />
                  {command.note && <span className="faint"> {command.note}</span>}
                </span>
                {command.keys && <kbd>{command.keys}</kbd>}
              </div>
            ))}
          </div>
        ))}
      </div>
      {flat.length === 0 && <p className="none soft">{t("palette.none", { q: query })}</p>}
    </>
  );
}

/** Pages of the settings and what is set on them, for this person. */
function useSettings(): CommandGroup {
  const me = useMe();
  const navigate = useNavigate();
  return useMemo(
    () => ({
      title: t("nav.settings"),
      commands: findableSettings(me).map(({ id, label, page, words, path, isDocs }) => ({
        id,
        label,
        words,
        icon: IconSettings,
        ...(page !== "" && { note: page }),
        run: () => void navigate(isDocs ? { to: "/docs/$", params: { _splat: "" } } : { to: "/settings/$", params: { _splat: path } }),
      })),
    }),
    [me, navigate],
  );
}

/** The text with the first found word marked. */
function Marked({ text, query }: { text: string; query: string }) {
  const word = query.trim().split(/\s+/)[0] ?? "";
  const from = word === "" ? -1 : text.toLocaleLowerCase().indexOf(word.toLocaleLowerCase());
  if (from < 0) return text;
  return (
    <>
      {text.slice(0, from)}
      <mark>{text.slice(from, from + word.length)}</mark>
      {text.slice(from + word.length)}
    </>
  );
}
