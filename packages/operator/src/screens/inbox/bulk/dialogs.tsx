import type { Operator } from "@parlour/protocol";
import type { Action } from "@parlour/protocol/actions/actions";
import type { OperatorEntry } from "@parlour/protocol/api";
import { priorityNames } from "@parlour/protocol/chat-priority";
import { IconFlag, IconTag, IconUser, IconUsersGroup } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../state/api/api.ts";
import { t as priorityText } from "../../../ui/chat/priority-text.ts";
import { Confirm, Dialog } from "../../../ui/dialog/dialog.tsx";
import { OptionList, type Option, type OptionGroup } from "../../../ui/options/OptionList.tsx";
import { canAnswer, useDepartments } from "../../../ui/transfer/transfer-candidates.ts";
import { t as assign } from "../assign/text.ts";
import { SnoozeTimeDialog } from "../snooze/SnoozeDialog.tsx";
import { useTags } from "../tags/use-tags.ts";
import { maxChatsWithUndo } from "./start-with-undo.ts";
import { t } from "./text.ts";

export type BulkDialogKind = "assign" | "snooze" | "tag" | "priority" | "close";

interface BulkDialogProps {
  me: Operator;
  kind: BulkDialogKind;
  /** Number of selected chats. */
  count: number;
  /** Receives the action to run on each of them. */
  onAction: (action: Action) => void;
  onClose: () => void;
}

/** Asks for the arguments of an action on the selected chats. */
export function BulkDialog(props: BulkDialogProps) {
  const { kind, count, onAction, onClose } = props;
  const title = t(`bulk.${kind}.title`, { n: count });
  const act = (action: Action) => {
    onClose();
    onAction(action);
  };
  if (kind === "close")
    return (
      <Confirm
        title={title}
        open
        button={t("bulk.close.verb")}
        onConfirm={() => act({ type: "close" })}
        onClose={onClose}
      >
        <p>{t(count > maxChatsWithUndo ? "bulk.close.text" : "bulk.close.few")}</p>
      </Confirm>
    );
  if (kind === "snooze")
    return (
      <SnoozeTimeDialog
        title={title}
        backLabel={t("bulk.back")}
        promiseLabel={t("bulk.promise")}
        openEnd={t("bulk.open")}
        stay={false}
        onSnooze={async (until, options) =>
          act(
            until === Infinity
              ? { type: "snooze", until: null }
              : { type: "snooze", until: new Date(until).toISOString(), ...options },
          )
        }
        onClose={onClose}
      />
    );
  return (
    <Dialog title={title} open onClose={onClose}>
      {kind === "assign" && <Targets me={props.me} onAction={act} onClose={onClose} />}
      {kind === "tag" && <Tags onAction={act} onClose={onClose} />}
      {kind === "priority" && (
        <OptionList
          label={title}
          groups={[{ options: listPriorities() }]}
          onPick={(id) =>
            act({
              type: "priority",
              priority: priorityNames.find((name) => name === id) ?? "normal",
            })
          }
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

type ChoiceProps = Omit<BulkDialogProps, "me" | "kind" | "count">;

const listPriorities = (): readonly Option[] =>
  priorityNames
    .toReversed()
    .map((name) => ({ id: name, label: priorityText(`priority.${name}`), icon: IconFlag }));

function Tags({ onAction, onClose }: ChoiceProps) {
  const tags = useTags().data ?? [];
  const options = tags.map(({ id, name }) => ({ id: String(id), label: name, icon: IconTag }));
  return (
    <OptionList
      label={t("bulk.tag")}
      groups={[{ options }]}
      onPick={(id) => onAction({ type: "tag", tag_id: Number(id) })}
      onClose={onClose}
    />
  );
}

/** Operators, the present one first, and departments. */
function Targets({ me, onAction, onClose }: ChoiceProps & { me: Operator }) {
  const operators = useQuery({
    queryKey: ["operators", "names"],
    queryFn: () => api.list<OperatorEntry>("/operators"),
  });
  const others = (operators.data ?? []).filter(
    (operator) => operator.id !== me.id && canAnswer(operator),
  );
  const groups: OptionGroup[] = [
    {
      title: assign("assign.operators"),
      options: [{ ...me, name: t("bulk.me") }, ...others].map(({ id, name }) => ({
        id: `o:${id}`,
        label: name,
        icon: IconUser,
      })),
    },
    {
      title: assign("assign.departments"),
      options: (useDepartments() ?? []).map(({ id, name }) => ({
        id: `d:${id}`,
        label: name,
        icon: IconUsersGroup,
      })),
    },
  ];
  return (
    <OptionList
      label={assign("assign.label")}
      groups={groups.filter(({ options }) => options.length > 0)}
      onPick={(id) =>
        onAction(
          id.startsWith("o:")
            ? { type: "assign", operator_id: Number(id.slice(2)) }
            : { type: "assign", department_id: Number(id.slice(2)) },
        )
      }
      onClose={onClose}
    />
  );
}
