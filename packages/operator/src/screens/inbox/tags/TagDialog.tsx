import "./tags.css";
import type { Chat } from "@parlour/protocol";
import { maxTagsPerChat } from "@parlour/protocol/api/writing-limits";
import { useState } from "react";
import { LineSkeleton, useDelayedLoading } from "../../../ui/loading/Skeleton.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { TextField } from "../../../ui/Field.tsx";
import { useApiMutation } from "../../../ui/mutation.ts";
import { t } from "./text.ts";
import { changeChatTags, useTags } from "./use-tags.ts";

/** Changes the tags of a chat. Offers all tags, and deleted tags that the chat still has. */
export function TagDialog({ chat, onClose }: { chat: Chat; onClose: () => void }) {
  const tags = useTags();
  const isDelayed = useDelayedLoading(tags.data === undefined && !tags.error);
  const [before] = useState<readonly number[]>(() => (chat.tags ?? []).map((tag) => tag.id));
  const [chosen, setChosen] = useState(before);
  const { busy, failure, run } = useApiMutation();
  const all = tags.data === undefined ? [] : toTagOptions(tags.data, chat.tags ?? []);
  const hasTooMany = chosen.length > maxTagsPerChat;
  const save = () => {
    if (hasTooMany) return;
    void run(async () => {
      await changeChatTags(chat.id, {
        add: chosen.filter((id) => !before.includes(id)),
        remove: before.filter((id) => !chosen.includes(id)),
      });
      onClose();
    });
  };
  return (
    <Dialog
      title={t("tags.dialog")}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("dialog.cancel")}</Button>
          <Button
            variant="primary"
            unavailable={busy || hasTooMany || all.length === 0}
            onClick={save}
          >
            {t("tags.save")}
          </Button>
        </>
      }
    >
      {failure !== null && <ErrorMessage error={failure} />}
      {tags.error && !tags.data && (
        <ErrorMessage error={tags.error} onRetry={() => void tags.refetch()} />
      )}
      {isDelayed && <LineSkeleton lines={4} />}
      {tags.data && all.length === 0 && <p>{t("tags.account")}</p>}
      {all.length > 0 && (
        <TagChoice {...{ all, chosen, tooMany: hasTooMany }} onChange={setChosen} onSave={save} />
      )}
    </Dialog>
  );
}

interface TagOption {
  readonly id: number;
  readonly name: string;
  /** Whether the tag was deleted from the account. The chat still has it. */
  readonly isDeleted: boolean;
}

function toTagOptions(
  accountTags: readonly { id: number; name: string }[],
  chatTags: readonly { id: number; name: string }[],
): readonly TagOption[] {
  const deleted = chatTags.filter(
    (tag) => !accountTags.some((accountTag) => accountTag.id === tag.id),
  );
  return [
    ...accountTags.map(({ id, name }) => ({ id, name, isDeleted: false })),
    ...deleted.map(({ id, name }) => ({ id, name, isDeleted: true })),
  ];
}

interface TagChoiceProps {
  all: readonly TagOption[];
  chosen: readonly number[];
  tooMany: boolean;
  onChange: (chosen: readonly number[]) => void;
  onSave: () => void;
}

/** Lists the tags that match the search field. */
function TagChoice({ all, chosen, tooMany, onChange, onSave }: TagChoiceProps) {
  const [query, setQuery] = useState("");
  const term = query.trim().toLocaleLowerCase();
  const visibleTags = all
    .filter(({ name }) => name.toLocaleLowerCase().includes(term))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      <TextField
        label={t("tags.find")}
        type="search"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        autoComplete="off"
      />
      <fieldset className="taglist">
        <legend className="vh">{t("tags.dialog")}</legend>
        {visibleTags.map((tag) => (
          <TagCheckbox
            key={tag.id}
            tag={tag}
            checked={chosen.includes(tag.id)}
            onChange={(on) =>
              onChange(on ? [...chosen, tag.id] : chosen.filter((id) => id !== tag.id))
            }
          />
        ))}
        {visibleTags.length === 0 && <p className="soft t13">{t("tags.nothing")}</p>}
      </fieldset>
      {tooMany && (
        <p className="danger t13" role="alert">
          {t("tags.most", { n: maxTagsPerChat })}
        </p>
      )}
    </form>
  );
}

function TagCheckbox({
  tag,
  checked,
  onChange,
}: {
  tag: TagOption;
  checked: boolean;
  onChange: (on: boolean) => void;
}) {
  return (
    <label>
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="cut" dir="auto">
        {tag.name}
      </span>
      {tag.isDeleted && <span className="faint">{t("tags.gone")}</span>}
    </label>
  );
}
