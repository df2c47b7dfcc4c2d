import { widgetScreen } from "../widgets/screen.tsx";
import { WidgetPage } from "../widgets/WidgetPage.tsx";
import { channelScreen } from "../channels/screen.tsx";
import { ChannelPage } from "../channels/ChannelPage.tsx";
import { ConnectorList } from "../connectors/ConnectorList.tsx";
import { NewConnectorPage } from "../connectors/NewConnectorPage.tsx";
import { ConnectorPage } from "../connectors/ConnectorPage.tsx";
import { BotList } from "../bots/BotList.tsx";
import { NewBotPage } from "../bots/NewBotPage.tsx";
import { BotPage } from "../bots/BotPage.tsx";
import { ProvidersPage } from "../bots/ProvidersPage.tsx";
import { helpPages } from "./help.tsx";
import { callsScreen } from "../calls/screen.tsx";
import { providerScreen } from "../bots/provider-screen.tsx";
import { listFormSettings, listKindSettings } from "../kit/kind/search-fields.ts";
import { botFields, connectorFields } from "./channel-fields.ts";
import { KindList } from "../kit/kind/KindList.tsx";
import { NewKindPage } from "../kit/kind/KindPage.tsx";
import { singlePage } from "./kind-pages.tsx";
import type { PageTable } from "./page-table.ts";

/** Pages of the area Channels. */
export const channelPages: PageTable = {
  widgets: {
    all: () => <KindList key="widget" screen={widgetScreen} />,
    add: () => <NewKindPage key="widget" screen={widgetScreen} />,
    one: (id) => <WidgetPage key={id} id={id} />,
    needs: ["channels.manage"],
    fields: listKindSettings(widgetScreen),
  },
  channels: {
    all: () => <KindList key="channel" screen={channelScreen} />,
    add: () => <NewKindPage key="channel" screen={channelScreen} />,
    one: (id) => <ChannelPage key={id} id={id} />,
    needs: ["channels.manage"],
    fields: listKindSettings(channelScreen),
  },
  connectors: {
    all: () => <ConnectorList />,
    add: () => <NewConnectorPage />,
    one: (id) => <ConnectorPage key={id} id={id} />,
    needs: ["channels.manage"],
    fields: connectorFields,
  },
  bots: {
    all: () => <BotList />,
    add: () => <NewBotPage />,
    one: (id) => <BotPage key={id} id={id} />,
    needs: ["bots.read", "bots.manage"],
    fields: botFields,
    parts: [
      {
        path: "providers",
        title: "providers.title",
        page: () => <ProvidersPage />,
        needs: ["bots.read", "bots.manage"],
        fields: listFormSettings(providerScreen),
      },
    ],
  },
  ...helpPages,
  calls: singlePage(callsScreen, ["account.manage"]),
};
