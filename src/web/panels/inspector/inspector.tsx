import { Menu, Tabs } from '@mantine/core';
import { IconCopy, IconDeviceGamepad, IconDotsVertical, IconFocus2, IconTrash } from '@tabler/icons-react';
import { explain } from '../../../core/base/errors.ts';
import { AgeMark } from '../../controls/age-mark.tsx';
import { TipButton } from '../../controls/tip-button.tsx';
import type { EntityInfo } from '../../link/world-link.ts';
import { usePage } from '../../page/page-context.ts';
import { useObservable } from '../../page/use-observable.ts';
import { isStale } from '../../quantities/freshness.ts';
import { paintOf } from '../../theme/palette.ts';
import { isDrivable } from '../../world/groups.ts';
import { useRoom, useSelected, useStop } from '../../world/room-context.ts';
import { KindIcon } from '../outliner/kind-icon.tsx';
import { ageless } from './ageless.ts';
import { BaseSection } from './base-section.tsx';
import { ControlFoot } from './control-foot.tsx';
import { ControlSection } from './control-section.tsx';
import { ElevatorSection } from './elevator-section.tsx';
import { GoalSection } from './goal-section.tsx';
import { GripperSection } from './gripper-section.tsx';
import classes from './inspector.module.css';
import { Joints } from './joints.tsx';
import { ModelTab } from './model-tab.tsx';
import { SensorsTab } from './sensors-tab.tsx';
import { SubstanceSection } from './substance-section.tsx';

const [AgelessJoints, AgelessGoalSection, AgelessElevatorSection] = [ageless(Joints), ageless(GoalSection), ageless(ElevatorSection)];
const [AgelessGripperSection, AgelessBaseSection, AgelessSubstanceSection] = [
  ageless(GripperSection),
  ageless(BaseSection),
  ageless(SubstanceSection),
];

/** The selected thing: what it is, every way it moves, who has it in hand. */
export function Inspector() {
  const selected = useSelected();
  const room = useRoom();
  const models = useObservable(room.models.state);
  if (!selected) return <p className={classes.empty}>Select a robot in the view or in the outliner to see and move its joints.</p>;
  const isRobot = isDrivable(selected, room.models);
  const about = { info: selected, models };
  const hasSensors = (room.models.get(selected.description.model)?.mounts?.length ?? 0) > 0;
  return (
    <section
      className={classes.inspector}
      aria-label={`Inspector of ${selected.description.name}`}
      data-stale={isStale(selected.ageMs) || undefined}
    >
      <Head info={selected} />
      <Tabs className={classes.tabs} defaultValue="joints" keepMounted={false} key={selected.id}>
        <Tabs.List>
          <Tabs.Tab value="joints">{isRobot ? (selected.description.dofs.length > 0 ? 'Joints' : 'Drive') : 'Place'}</Tabs.Tab>
          {hasSensors && <Tabs.Tab value="sensors">Sensors</Tabs.Tab>}
          <Tabs.Tab value="model">Model</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="joints" className={classes.body}>
          {isRobot && <AgelessJoints {...about} />}
          <AgelessGoalSection {...about} />
          <AgelessElevatorSection {...about} />
          <AgelessGripperSection {...about} />
          <AgelessBaseSection {...about} />
          <AgelessSubstanceSection {...about} />
          <ControlSection info={selected} />
        </Tabs.Panel>
        <Tabs.Panel value="sensors" className={classes.body}>
          <SensorsTab info={selected} />
        </Tabs.Panel>
        <Tabs.Panel value="model" className={classes.body}>
          <ModelTab info={selected} />
        </Tabs.Panel>
      </Tabs>
      {isRobot && <ControlFoot info={selected} />}
    </section>
  );
}

function Head({ info }: { readonly info: EntityInfo }) {
  const room = useRoom();
  const { router } = usePage();
  const model = room.models.get(info.description.model);
  const isStopped = useStop(info.id) !== undefined;
  const report = (error: unknown) => room.report(explain(error));
  return (
    <header className={classes.head} data-stopped={isStopped || undefined}>
      <span className={classes.badge} style={{ background: paintOf(info.description.colour) }}>
        <KindIcon kind={model?.kind} sizePx={20} />
      </span>
      <div className={classes.title}>
        <h2>{info.description.name}</h2>
        <p>
          {isStale(info.ageMs) ? (
            <AgeMark ageMs={info.ageMs} />
          ) : model ? (
            `${model.summary}, simulated`
          ) : (
            `Model "${info.description.model}" is not in the catalog`
          )}
        </p>
      </div>
      <Menu position="bottom-end">
        <Menu.Target>
          <TipButton label={`More about ${info.description.name}`}>
            <IconDotsVertical size={18} />
          </TipButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconFocus2 size={16} />} onClick={() => room.scene.frame([info.id])}>
            Bring into view
          </Menu.Item>
          {room.may('operator') && (
            <>
              <Menu.Item
                leftSection={<IconDeviceGamepad size={16} />}
                onClick={() => router.go({ kind: 'drive', world: room.world, entity: info.id })}
              >
                Drive on the phone page
              </Menu.Item>
              <Menu.Item
                leftSection={<IconCopy size={16} />}
                onClick={() => room.editing.duplicate(info).then((copy) => room.select(copy), report)}
              >
                Duplicate
              </Menu.Item>
              <Menu.Divider />
              <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => room.editing.delete(info).catch(report)}>
                Delete
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
    </header>
  );
}
