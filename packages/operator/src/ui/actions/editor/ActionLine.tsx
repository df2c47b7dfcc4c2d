// oxlint-disable jsx-a11y/prefer-tag-over-role -- a line of a form is a group, but no fieldset.
import type { InputProblem } from "@parlour/protocol/conditions/problem";
import {
  IconAlertCircle,
  IconArrowDown,
  IconArrowUp,
  IconDots,
  IconTrash,
} from "@tabler/icons-react";
import type { KeyboardEvent } from "react";
import { Chip } from "../../conditions/editor/Chip.tsx";
import { Menu } from "../../dialog/menu.tsx";
import { Icon } from "../../Icon.tsx";
import {
  findChoice,
  formatAction,
  formatArgument,
  formatChoice,
  formatJoin,
  type ActionCatalogue,
  type DraftAction,
} from "../action-catalogue.ts";
import { t } from "../text.ts";
import { ArgumentEditor } from "./ArgumentEditor.tsx";

export type LineChange = "up" | "down" | "remove";

interface LineProps {
  readonly action: DraftAction;
  readonly path: string;
  readonly catalogue: ActionCatalogue;
  /** The first problem of the list. null: none, or the operator has not tried to save yet. */
  readonly problem: InputProblem | null;
  readonly onChange: (action: DraftAction) => void;
  readonly onMove: (change: LineChange) => void;
}

/** An action as a sentence of chips: what to do, and with what. */
export function ActionLine({ action, path, catalogue, problem, onChange, onMove }: LineProps) {
  const { names } = findChoice(action);
  const sentence = formatAction(action, catalogue);
  const labels = names.map((name) => formatArgument(action, name, catalogue));
  const error = labels.some(({ isRemoved }) => isRemoved)
    ? t("actions.removed")
    : problem?.[0].startsWith(path)
      ? t("problem.choose")
      : null;
  return (
    // The keys of the buttons inside bubble up to it.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus, jsx-a11y/no-noninteractive-element-interactions
    <div
      role="group"
      aria-label={sentence}
      className="condline actionline"
      data-path={path}
      onKeyDown={(event) => handleLineKey(event, onMove)}
    >
      <span className="chips2">
        <span className="chip op">{formatChoice(findChoice(action))}</span>
        {names.map((name, n) => (
          <ArgumentChip key={name} {...{ action, name, catalogue, onChange }} isFirst={n === 0} />
        ))}
        {action["stay"] === true && <span className="soft t13">{t("actions.stays")}</span>}
        {action["promise"] === true && <span className="soft t13">{t("actions.promises")}</span>}
      </span>
      <Menu
        label={t("actions.menu", { sentence })}
        className="btn icon quiet small"
        groups={[
          {
            entries: [
              { id: "up", icon: IconArrowUp, label: t("actions.up"), keys: "Alt ↑" },
              { id: "down", icon: IconArrowDown, label: t("actions.down"), keys: "Alt ↓" },
              { id: "remove", icon: IconTrash, label: t("actions.remove"), keys: "Del" },
            ],
          },
        ]}
        onAction={(id) => onMove(id as LineChange)}
      >
        <Icon of={IconDots} small />
      </Menu>
      {error !== null && (
        <p className="err">
          <Icon of={IconAlertCircle} small />
          {error}
        </p>
      )}
    </div>
  );
}

/** Delete removes the line, Alt with an arrow moves it. Keys in an open list are not for it. */
function handleLineKey(
  event: KeyboardEvent<HTMLElement>,
  onMove: (change: LineChange) => void,
): void {
  if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return;
  const keys: Readonly<Partial<Record<string, LineChange>>> = event.altKey
    ? { ArrowUp: "up", ArrowDown: "down" }
    : { Delete: "remove", Backspace: "remove" };
  const change = keys[event.key];
  if (change === undefined) return;
  event.preventDefault();
  onMove(change);
}

interface ArgumentChipProps {
  readonly action: DraftAction;
  readonly name: string;
  readonly isFirst: boolean;
  readonly catalogue: ActionCatalogue;
  readonly onChange: (action: DraftAction) => void;
}

function ArgumentChip({ action, name, isFirst, catalogue, onChange }: ArgumentChipProps) {
  const { text, isRemoved } = formatArgument(action, name, catalogue);
  return (
    <>
      {!isFirst && <span className="soft t13">{formatJoin(action.type, name)}</span>}
      <Chip
        className={text === null ? "chip none" : isRemoved ? "chip bad" : "chip val"}
        label={formatChoice(findChoice(action))}
        editor={(close) => (
          <ArgumentEditor {...{ action, name, catalogue, onChange }} onClose={close} />
        )}
      >
        {isRemoved && <Icon of={IconAlertCircle} small />}
        <bdi>{text ?? t("conditions.choose")}</bdi>
      </Chip>
    </>
  );
}
