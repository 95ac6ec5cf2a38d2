import { usePage } from '../page/page-context.ts';
import { Plain } from '../page/plain.tsx';
import { readInvitation } from '../router/router.ts';
import { NameForm } from './name-form.tsx';

/** Somebody has opened a join link: a name is all it takes. */
export function Join({ invitation }: { readonly invitation: string }) {
  const { visitor, router } = usePage();
  const token = readInvitation(invitation);
  if (token === undefined) {
    return (
      <Plain
        title="This link is not complete"
        text="A join link ends with a long code after the #. Copy it again, whole, or ask for a new one."
      />
    );
  }
  const join = async (name: string) => {
    const world = await visitor.join({ link: token, name });
    router.replace(world === undefined ? { kind: 'lobby' } : { kind: 'world', world, layout: undefined });
  };
  return (
    <Plain title="Join" text="Say what the others should call you. No account needed.">
      <NameForm action="Join" onName={join} />
    </Plain>
  );
}
