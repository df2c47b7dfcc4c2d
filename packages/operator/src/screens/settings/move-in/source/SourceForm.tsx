import { ApiError } from "@parlour/client";
import type { MoveImportDetails, NewMoveImport } from "@parlour/protocol/api";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { useId, useState, type ChangeEvent, type SubmitEvent } from "react";
import { api, queryClient } from "../../../../state/api/api.ts";
import { Button } from "../../../../ui/Button.tsx";
import { SegmentedControl } from "../../../../ui/choice/SegmentedControl.tsx";
import { TextField } from "../../../../ui/Field.tsx";
import { ErrorMessage } from "../../../../ui/loading/ErrorMessage.tsx";
import { useApiMutation, useNavigateIfStill } from "../../../../ui/mutation.ts";
import { FilesField, type ChosenFile, type Uploads } from "./FilesField.tsx";
import { connections, type Connection } from "./systems.ts";
import { t } from "../text.ts";

/** Asks which system is moved and how it is reached, and connects to it. */
export function SourceForm() {
  const [first] = connections as readonly [Connection];
  const [connection, setConnection] = useState(first);
  return (
    <div className="card">
      <section className="group" aria-labelledby="move-where">
        <h2 id="move-where">{t("move.where")}</h2>
        <SystemCards chosen={connection} onChoose={setConnection} />
      </section>
      <ConnectionForm key={connection.system} connection={connection} />
    </div>
  );
}

function SystemCards({
  chosen,
  onChoose,
}: {
  readonly chosen: Connection;
  readonly onChoose: (connection: Connection) => void;
}) {
  const group = useId();
  return (
    <fieldset className="movesystems">
      <legend className="vh">{t("move.where")}</legend>
      {connections.map((connection) => {
        const { system, name, sign } = connection;
        return (
          <label key={system}>
            <input
              type="radio"
              name={group}
              checked={connection === chosen}
              onChange={() => onChoose(connection)}
            />
            <span className="sign" aria-hidden="true">
              {sign}
            </span>
            <span className="medium">{name}</span>
            <small>{t(`move.by.${system}`)}</small>
          </label>
        );
      })}
    </fieldset>
  );
}
const toFileKind = (system: Connection["system"]): "csv" | "jsonl" | "export" =>
  system === "csv" || system === "jsonl" ? system : "export";
type ApiSystem = "chatwoot" | "rocketchat" | "livehelperchat";
/** Systems with an address say in their own words what is needed. */
const toApiSystem = (system: Connection["system"]): ApiSystem =>
  system === "rocketchat" || system === "livehelperchat" ? system : "chatwoot";

const isUserNeeded = (system: Connection["system"]): boolean => system === "livehelperchat";

type TextName = "address" | "token" | "account" | "name";
type Values = Readonly<Record<TextName, string>>;
const noValues: Values = { address: "", token: "", account: "", name: "" };

interface InputProps {
  readonly connection: Connection;
  /** Value and listener of a text field. */
  readonly bind: (name: TextName) => {
    readonly value: string;
    readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  };
  /** Whether what is missing has an error. */
  readonly isChecked: boolean;
}

function ConnectionForm({ connection }: { readonly connection: Connection }) {
  const [values, setValues] = useState(noValues);
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const [isChecked, setChecked] = useState(false);
  const { busy, failure, run } = useApiMutation();
  const rememberPage = useNavigateIfStill();
  const [way, setWay] = useState<"api" | "files">(connection.hasApi === true ? "api" : "files");
  const hasChoice = connection.files !== undefined && connection.hasApi === true;
  const isByFile = way === "files";
  const connect = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    const body = isByFile
      ? toFileBody(connection, values, files)
      : toAddressBody(connection, values);
    if (body === null) return;
    const navigateIfStill = rememberPage();
    void run(async () => {
      const created = await api.post<MoveImportDetails>("/imports", body);
      queryClient.setQueryData(["imports", created.id], created);
      await navigateIfStill({ to: "/settings/$", params: { _splat: `move-in/${created.id}` } });
    });
  };
  const inputs: InputProps = {
    connection,
    isChecked,
    bind: (name) => ({
      value: values[name],
      onChange: ({ target }) => setValues({ ...values, [name]: target.value }),
    }),
  };
  return (
    <section className="group" aria-labelledby="move-connect">
      <h2 id="move-connect">{t("move.connect.to", { system: connection.name })}</h2>
      <form className="moveform" noValidate onSubmit={connect}>
        {hasChoice && (
          <SegmentedControl
            label={t("move.way")}
            value={way}
            options={[
              { value: "api", label: t("move.way.api") },
              { value: "files", label: t("move.way.files") },
            ]}
            onChange={setWay}
          />
        )}
        {failure !== null && <ConnectionError error={failure} isByFile={isByFile} />}
        {isByFile ? (
          <FileInputs {...inputs} files={files} onFiles={setFiles} />
        ) : (
          <AddressInputs {...inputs} values={values} />
        )}
        <div className="line">
          <Button type="submit" variant="primary" unavailable={busy}>
            {t("move.connect")}
          </Button>
          {busy && <output className="soft t13">{t("move.connecting")}</output>}
        </div>
      </form>
    </section>
  );
}

function FileInputs({ connection, bind, isChecked, files, onFiles }: InputProps & Uploads) {
  const { system } = connection;
  return (
    <>
      <FilesField
        label={t("move.files")}
        hint={t(`move.files.${toFileKind(system)}`)}
        accept={connection.files ?? ""}
        files={files}
        error={isChecked && files.length === 0 ? t("move.files.missing") : undefined}
        onFiles={onFiles}
      />
      {system === "livehelperchat" && (
        <TextField
          label={t("move.site")}
          hint={t("move.site.hint")}
          type="url"
          placeholder="https://"
          {...bind("address")}
        />
      )}
      <TextField
        label={t("move.name")}
        hint={t("move.name.hint")}
        maxLength={100}
        {...bind("name")}
      />
    </>
  );
}

function AddressInputs({
  connection: { system },
  bind,
  isChecked,
  values,
}: InputProps & { readonly values: Values }) {
  const findMissing = (name: "address" | "token" | "account"): string | undefined =>
    isChecked && values[name].trim() === "" ? t(`move.${name}.missing`) : undefined;
  return (
    <div className="movepair">
      <TextField
        label={t("move.address")}
        type="url"
        placeholder="https://"
        error={findMissing("address")}
        {...bind("address")}
      />
      <TextField
        label={t("move.token")}
        hint={t(`move.token.${toApiSystem(system)}`)}
        type="password"
        autoComplete="off"
        error={findMissing("token")}
        {...bind("token")}
      />
      <TextField
        label={t(`move.account.label.${toApiSystem(system)}`)}
        hint={t(`move.account.${toApiSystem(system)}`)}
        autoComplete="off"
        error={isUserNeeded(system) ? findMissing("account") : undefined}
        {...bind("account")}
      />
    </div>
  );
}

/** States why the source cannot be read, and what the operator can do. */
function ConnectionError({
  error,
  isByFile,
}: {
  readonly error: unknown;
  readonly isByFile: boolean;
}) {
  const isRefused = error instanceof ApiError && error.status === 400;
  return (
    <>
      <ErrorMessage error={error} />
      {isRefused && (
        <p className="t13">{t(isByFile ? "move.advice.files" : "move.advice.address")}</p>
      )}
    </>
  );
}

/** Returns the request of a connection, or null if something is missing. */
const toAddressBody = (
  { system }: Connection,
  { address, token, account }: Values,
): NewMoveImport | null =>
  address.trim() === "" || token.trim() === "" || (isUserNeeded(system) && account.trim() === "")
    ? null
    : {
        system,
        address: address.trim(),
        token: token.trim(),
        ...omitAbsent({ account: account.trim() || undefined }),
      };
function toFileBody(
  { system }: Connection,
  { name, address }: Values,
  files: readonly ChosenFile[],
): NewMoveImport | null {
  const ids = files.flatMap(({ id }) => id ?? []);
  if (ids.length === 0 || ids.length < files.length) return null;
  return {
    system,
    files: ids,
    ...omitAbsent({ name: name.trim() || undefined, address: address.trim() || undefined }),
  };
}
