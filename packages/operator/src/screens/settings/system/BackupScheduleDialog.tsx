import type { BackupState } from "@parlour/protocol/api";
import { api, queryClient } from "../../../state/api/api.ts";
import { Select, Switch, TextField } from "../../../ui/Field.tsx";
import { bindField } from "../kit/form/form-fields.tsx";
import { FormDialog } from "../kit/form/FormDialog.tsx";
import { useForm } from "../../../ui/form/use-form.ts";
import { t } from "./text.ts";

export const backupQueryKey = ["instance", "backup"];

/** Time of a new schedule: few operators and visitors are there. */
const usualTime = "02:00";

/** Form for the time, the folder and the number of backups (API-489). */
export function BackupScheduleDialog(props: { state: BackupState; onClose: () => void }) {
  const { state, onClose } = props;
  const deviceZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = [...new Set([...(state.time === null ? [] : [state.timezone]), deviceZone, "UTC"])];
  const form = useForm({
    name: "backup",
    subject: t("backups.form.title"),
    dialog: (close) => <BackupScheduleDialog {...props} onClose={close} />,
    saved: {
      isNightly: state.time !== null,
      time: state.time ?? usualTime,
      timezone: zones[0] ?? "UTC",
      folder: state.folder ?? "",
      keep: String(state.keep),
    },
    validate: ({ isNightly, time, keep }) => ({
      time: isNightly && time === "" ? t("backups.form.time.missing") : undefined,
      keep: isCopyCount(keep) ? undefined : t("backups.form.keep.wrong"),
    }),
    save: async ({ isNightly, time, timezone, folder, keep }) => {
      const saved = await api.put<BackupState>("/instance/backup", {
        folder: folder.trim() === "" ? null : folder.trim(),
        time: isNightly ? time : null,
        timezone,
        keep: Number(keep),
      });
      queryClient.setQueryData(backupQueryKey, saved);
    },
    onSaved: onClose,
  });
  return (
    <FormDialog
      title={t("backups.form.title")}
      form={form}
      button={t("backups.form.save")}
      onClose={onClose}
    >
      <Switch
        label={t("backups.form.nightly")}
        checked={form.values.isNightly}
        onChange={(event) => form.set("isNightly", event.target.checked)}
      />
      {form.values.isNightly && (
        <>
          <TextField {...bindField(form, "time")} label={t("backups.form.time")} type="time" />
          <Select
            {...bindField(form, "timezone")}
            label={t("backups.form.zone")}
            options={zones.map((value) => ({ value, label: value }))}
          />
        </>
      )}
      <TextField
        {...bindField(form, "folder")}
        label={t("backups.form.folder")}
        hint={t("backups.form.folder.hint", { folder: state.default_folder })}
        placeholder={state.default_folder}
        maxLength={1_000}
        spellCheck={false}
        autoComplete="off"
      />
      <TextField
        {...bindField(form, "keep")}
        label={t("backups.form.keep")}
        hint={t("backups.form.keep.hint")}
        inputMode="numeric"
        maxLength={3}
        autoComplete="off"
      />
    </FormDialog>
  );
}

const isCopyCount = (text: string): boolean =>
  /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= 365;
