import "./tags.css";
import type { Chat } from "@parlour/protocol";
import { mostChatTags } from "@parlour/protocol/writing";
import { useState } from "react";
import { LineBones, useLate } from "../../../ui/Bones.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Failure } from "../../../ui/Failure.tsx";
import { TextField } from "../../../ui/Field.tsx";
import { t } from "./text.ts";
import { putTags, useTags } from "./use-tags.ts";

/** Which tags a chat has: all of the account to choose from, and those it has that are deleted. */
export function TagDialog({ chat, onClose }: { chat: Chat; onClose: () => void }) {
  const tags = useTags();
  const late = useLate(tags.data === undefined && !tags.error);
  const [chosen, setChosen] = useState<readonly number[]>(() => (chat.tags ?? []).map((tag) => tag.id));
  const [query, setQuery] = useState("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const known = tags.data ?? [];
  const gone = (chat.tags ?? []).filter((tag) => !known.some((one) => one.id === tag.id)).map((tag) => ({ ...tag, isGone: true }));
  const all = [...known.map(({ id, name }) => ({ id, name, isGone: false })), ...(tags.data ? gone : [])];
  const wanted = query.trim().toLocaleLowerCase();
  const shown = all.filter(({ name }) => name.toLocaleLowerCase().includes(wanted)).toSorted((a, b) => a.name.localeCompare(b.name));
  const tooMany = chosen.length > mostChatTags;
  const save = async () => {
    if (busy || tooMany) return;
    setBusy(true);
    try {
      await putTags(chat.id, chosen);
      onClose();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t("tags.dialog")}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("dialog.cancel")}</Button>
          <Button variant="primary" unavailable={busy || tooMany || all.length === 0} onClick={() => void save()}>
            {t("tags.save")}
          </Button>
        </>
      }
    >
      {failure !== null && <Failure error={failure} />}
      {tags.error && !tags.data && <Failure error={tags.error} onRetry={() => void tags.refetch()} />}
      {late && <LineBones lines={4} />}
      {tags.data && all.length === 0 && <p>{t("tags.account")}</p>}
      {all.length > 0 && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void save();
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
            {shown.map((tag) => (
              <label key={tag.id}>
                <input
                  type="checkbox"
                  checked={chosen.includes(tag.id)}
                  onChange={(event) => setChosen(event.target.checked ? [...chosen, tag.id] : chosen.filter((id) => id !== tag.id))}
                />
                <span className="cut" dir="auto">
                  {tag.name}
                </span>
                {tag.isGone && <span className="faint">{t("tags.gone")}</span>}
              </label>
            ))}
            {shown.length === 0 && <p className="soft t13">{t("tags.nothing")}</p>}
          </fieldset>
          {tooMany && (
            <p className="danger t13" role="alert">
              {t("tags.most", { n: mostChatTags })}
            </p>
          )}
        </form>
      )}
    </Dialog>
  );
}
