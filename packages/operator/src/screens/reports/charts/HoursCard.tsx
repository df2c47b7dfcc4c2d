import { IconChevronDown } from "@tabler/icons-react";
import type { Report } from "@parlour/protocol/api";
import { useState } from "react";
import { Icon } from "../../../ui/Icon.tsx";
import { Menu } from "../../../ui/dialog/menu.tsx";
import { ChartCard, type TableFile } from "./ChartCard.tsx";
import { HeatMap, HourTable } from "./HeatMap.tsx";
import { measures, type MeasureName } from "./hours.ts";
import type { ChatListQuery } from "../chat-list/chat-list-query.ts";
import { t } from "../text.ts";

interface HoursCardProps {
  report: Report;
  file: TableFile;
  onList: (listed: ChatListQuery) => void;
}

/** Card with numbers by hour of the week: chats, missed chats, first answers or calls. */
export function HoursCard({ report, file, onList }: HoursCardProps) {
  const [chosen, setChosen] = useState<MeasureName>("chats");
  const measure = measures[chosen];
  const measureName = t(`name.${chosen}`);
  return (
    <ChartCard
      title={t("chart.hours")}
      definition={t("def.hours")}
      file={file}
      choice={
        <Menu
          label={t("hours.of", { what: measureName })}
          className="btn quiet small"
          groups={[
            {
              entries: (Object.keys(measures) as MeasureName[]).map((id) => ({
                id,
                label: t(`name.${id}`),
                chosen: id === chosen,
              })),
            },
          ]}
          onAction={(id) => setChosen(id as MeasureName)}
        >
          {measureName}
          <Icon of={IconChevronDown} small />
        </Menu>
      }
      chart={<HeatMap report={report} measure={measure} measureName={measureName} />}
      table={
        <HourTable
          report={report}
          measure={measure}
          measureName={measureName}
          onOpen={(weekday, hour) =>
            onList({ number: measure.number, of: { kind: "hour", weekday, hour } })
          }
        />
      }
    />
  );
}
