// oxlint-disable jsx-a11y/prefer-tag-over-role -- WAI-ARIA pattern without an HTML element of its own.
import { IconSearch, IconSettings } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useId, useMemo, useState, type KeyboardEvent } from "react";
import { Dialog, Modal, ModalOverlay } from "react-aria-components";
import { Icon } from "../ui/Icon.tsx";
import { findableSettings } from "../screens/settings/find.ts";
import { useMe } from "../state/session.tsx";
import { findCommands, type Command, type CommandGroup } from "../ui/commands.ts";
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
  const id = useId();
  const { query, ask, groups, flat, chosen, choose, act, onKeyDown } = useFinding(onClose);
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
          onChange={(event) => ask(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <kbd>Esc</kbd>
      </div>
      <div role="listbox" id={`${id}-list`} aria-label={t("palette.title")} className="results-list">
        {groups.map((group) => (
          <Results key={group.title} {...{ id, group, query, chosen, onKeyDown }} onPoint={choose} onAct={act} />
        ))}
      </div>
      {flat.length === 0 && <p className="none soft">{t("palette.none", { q: query })}</p>}
    </>
  );
}

/** What is asked for, what is found, and which of it Enter would do: arrows go round. */
function useFinding(onClose: () => void) {
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);
  const settings = useSettings();
  // Without a question they would be a second menu.
  const groups = useMemo(() => findCommands(query, query.trim() === "" ? [] : [settings]), [query, settings]);
  const flat = groups.flatMap((group) => group.commands);
  const here = Math.min(at, flat.length - 1);
  const chosen = flat[here];
  const ask = (words: string) => {
    setQuery(words);
    setAt(0);
  };
  const act = (command: Command) => {
    onClose();
    setTimeout(command.run, 0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const moves = step !== undefined && flat.length > 0;
    const acts = event.key === "Enter" && chosen !== undefined;
    if (moves || acts) event.preventDefault();
    if (moves) setAt((here + step + flat.length) % flat.length);
    if (acts) act(chosen);
  };
  return { query, ask, groups, flat, chosen, choose: (command: Command) => setAt(flat.indexOf(command)), act, onKeyDown };
}

interface ResultsProps {
  id: string;
  group: CommandGroup;
  query: string;
  chosen: Command | undefined;
  onPoint: (command: Command) => void;
  onAct: (command: Command) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function Results({ id, group, query, chosen, onPoint, onAct, onKeyDown }: ResultsProps) {
  return (
    <div role="group" aria-label={group.title}>
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
          onPointerMove={() => onPoint(command)}
          onClick={() => onAct(command)}
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
