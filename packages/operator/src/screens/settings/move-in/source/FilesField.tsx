import type { MoveUpload } from "@parlour/protocol/api";
import { moveLimits } from "@parlour/protocol/move-in/move-import";
import { IconX } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { api } from "../../../../state/api/api.ts";
import { i18n } from "../../../../text/index.ts";
import { Button } from "../../../../ui/Button.tsx";
import { FileField } from "../../../../ui/file/FileField.tsx";
import { formatSize } from "../../../../ui/file/format-size.ts";
import { getErrorText } from "../../../../ui/loading/ErrorMessage.tsx";
import { t } from "../text.ts";

/** A file that is uploaded, or will be. */
export interface ChosenFile {
  readonly key: number;
  readonly name: string;
  readonly size: number;
  readonly sent: number;
  /** Id of the upload. Null before its end. */
  readonly id: string | null;
  readonly error: string | null;
}

export interface Uploads {
  readonly files: readonly ChosenFile[];
  readonly onFiles: (change: (before: readonly ChosenFile[]) => readonly ChosenFile[]) => void;
}
interface FilesFieldProps extends Uploads {
  readonly label: string;
  readonly hint: string;
  readonly accept: string;
  readonly error: string | undefined;
}

/** Field for the files of an export. Files can be dropped on it, and are uploaded immediately. */
export function FilesField({ label, hint, accept, files, error, onFiles }: FilesFieldProps) {
  const nextKey = useRef(0);
  const uploads = useRef(new Map<number, AbortController>());
  const [isOver, setOver] = useState(false);
  const add = (file: File) => {
    const key = nextKey.current++;
    const { name, size } = file;
    const change = (part: Partial<ChosenFile>) =>
      onFiles((before) => before.map((one) => (one.key === key ? { ...one, ...part } : one)));
    const abort = new AbortController();
    uploads.current.set(key, abort);
    onFiles((before) => [...before, { key, name, size, sent: 0, id: null, error: null }]);
    api
      .upload<MoveUpload>(file, {
        name,
        path: "/imports/files",
        signal: abort.signal,
        onProgress: (sent) => change({ sent }),
      })
      .then(({ id }) => change({ id, sent: size }))
      .catch((failure: unknown) => change({ error: getErrorText(failure) }));
  };
  const remove = (key: number) => {
    uploads.current.get(key)?.abort();
    onFiles((before) => before.filter((one) => one.key !== key));
  };
  const isFull = files.length >= moveLimits.files;
  return (
    <div
      className={isOver ? "movedrop over" : "movedrop"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        for (const file of [...event.dataTransfer.files].slice(0, moveLimits.files - files.length))
          add(file);
      }}
    >
      <FileField
        label={label}
        hint={hint}
        error={error}
        accept={accept}
        disabled={isFull}
        onFile={add}
        after={<span className="t13 faint">{t("move.files.drop")}</span>}
      />
      {files.length > 0 && (
        <ul aria-label={t("move.files.chosen")}>
          {files.map((file) => (
            <UploadRow key={file.key} file={file} onRemove={() => remove(file.key)} />
          ))}
        </ul>
      )}
    </div>
  );
}

function UploadRow({
  file: { name, size, sent, id, error },
  onRemove,
}: {
  readonly file: ChosenFile;
  readonly onRemove: () => void;
}) {
  const percent = i18n.number(size === 0 ? 1 : sent / size, { style: "percent" });
  return (
    <li>
      <span className="grow cut" dir="auto">
        {name}
      </span>
      <span className="t12 faint num">{formatSize(size)}</span>
      <Button
        variant="quiet"
        small
        icon={IconX}
        aria-label={t("move.files.remove", { name })}
        onClick={onRemove}
      />
      {error !== null && (
        <p className="err" role="alert">
          {error}
        </p>
      )}
      {id === null && error === null && (
        <progress
          className="bar"
          aria-label={t("move.files.progress", { name, percent })}
          max={Math.max(1, size)}
          value={sent}
        />
      )}
    </li>
  );
}
