import { IconX } from "@tabler/icons-react";
import { type Ref } from "react";
import { Button } from "../../../ui/Button.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import { t } from "../text.ts";

/** Text field that filters the rows of the list. */
export function FilterField(props: {
  value: string;
  onChange: (value: string) => void;
  inputRef: Ref<HTMLInputElement>;
}) {
  const { value, onChange, inputRef } = props;
  return (
    <SearchField
      ref={inputRef}
      className="grow"
      label={t("list.filter")}
      placeholder={t("list.filter.short")}
      value={value}
      maxLength={undefined}
      onText={onChange}
      onKeyDown={(event) => {
        if (event.key === "Escape" && value !== "") {
          event.stopPropagation();
          onChange("");
        }
      }}
    >
      {value === "" ? (
        <kbd className="end" aria-hidden="true">
          /
        </kbd>
      ) : (
        <Button
          variant="quiet"
          small
          icon={IconX}
          className="end"
          aria-label={t("list.clear")}
          onClick={() => onChange("")}
        />
      )}
    </SearchField>
  );
}
