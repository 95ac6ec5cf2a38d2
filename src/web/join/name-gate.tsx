import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Me } from '../../core/api/http.ts';
import { RestingRows } from '../controls/resting-rows.tsx';
import { usePage } from '../page/page-context.ts';
import { Plain } from '../page/plain.tsx';
import { useObservable } from '../page/use-observable.ts';
import { NameForm } from './name-form.tsx';

/** With what somebody enters a world. */
export interface Visit {
  readonly name: string;
  readonly token: string;
  readonly role: Me['role'];
}

/** Lets in whoever has a session for this world; asks the others for a name, or for a link. */
export function NameGate({ world, children }: { readonly world: string; readonly children: (visit: Visit) => ReactNode }) {
  const { visitor } = usePage();
  const standing = useObservable(visitor.standing);
  if (standing.kind === 'asking') return <RestingRows count={6} heightPx={36} />;
  if (standing.kind === 'unreachable') {
    return (
      <Plain title="The hub does not answer" text={standing.reason}>
        <Button onClick={() => void visitor.ask()}>Try again</Button>
      </Plain>
    );
  }
  const { me, hasName } = standing;
  if (me.role === 'none') return <Plain title="You need a join link" text={`Ask whoever runs ${world} for one, and open it here.`} />;
  if (me.world !== undefined && me.world !== world) {
    return (
      <Plain title="Your link is for another world" text={`It lets you into ${me.world}, not into ${world}. Ask for a link to this one.`} />
    );
  }
  const { token } = visitor;
  if (!hasName || token === undefined) {
    return (
      <Plain title={`Enter ${world}`} text="Say what the others should call you.">
        <NameForm action="Enter" onName={async (name) => void (await visitor.join({ name }))} />
      </Plain>
    );
  }
  return children({ name: me.name, token, role: me.role });
}
