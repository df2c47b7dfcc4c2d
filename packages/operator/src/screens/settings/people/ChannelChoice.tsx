import type { OperatorEntry } from "@parlour/protocol/api";
import { getKindLabel } from "../../../ui/chat/channel-kinds.ts";
import { Checkbox, CheckboxGroup } from "../kit/form/CheckboxGroup.tsx";
import { useAllChannels } from "../../../state/api/queries.ts";
import { operatorsText as t } from "./operators-text.ts";

interface ChannelChoiceProps {
  channels: OperatorEntry["channels"];
  onChange: (channels: OperatorEntry["channels"]) => void;
  readOnly: boolean;
  error?: string | undefined;
}

/** Chooses all channels, including future ones, or single ones. */
export function ChannelChoice({ channels, onChange, readOnly, error }: ChannelChoiceProps) {
  const source = useAllChannels();
  const { data = [] } = source;
  const all = data.map(({ id }) => id);
  const isAll = channels === "all";
  return (
    <>
      <ul className="ops" data-readonly={readOnly || undefined}>
        <Checkbox
          name="channels"
          checked={isAll}
          readOnly={readOnly || (isAll && source.data === undefined)}
          isInvalid={false}
          onTick={(isChecked) => onChange(isChecked ? "all" : all)}
        >
          <span className="grow">{t("person.channels.all")}</span>
        </Checkbox>
      </ul>
      {(source.data === undefined || data.length > 0) && (
        <CheckboxGroup
          title={t("person.channels.these")}
          hint={!isAll && channels.length === 0 ? t("person.channels.none") : undefined}
          name="channel"
          choices={data.map(({ id, name, kind }) => ({
            value: id,
            label: (
              <>
                <bdi>{name}</bdi> <small className="faint">{getKindLabel(kind).name()}</small>
              </>
            ),
          }))}
          chosen={isAll ? all : channels}
          onChange={onChange}
          readOnly={readOnly || isAll}
          error={error}
          source={source}
        />
      )}
    </>
  );
}
