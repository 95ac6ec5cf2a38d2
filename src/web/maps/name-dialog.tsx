import { usePage } from '../page/page-context.ts';
import { NameDialog } from '../texts/name-dialog.tsx';
import { NEW_MAP } from './map-files.ts';
import type { MapsVisit } from './maps-visit.ts';

export interface MapNameDialogProps {
  readonly visit: MapsVisit;
  readonly deed: { readonly kind: 'new' } | { readonly kind: 'rename'; readonly document: string; readonly name: string };
  readonly onClose: () => void;
}

/** Asks what a map is to be called, and makes or renames it. */
export function MapNameDialog({ visit, deed, onClose }: MapNameDialogProps) {
  const { router } = usePage();
  return (
    <NameDialog
      title={deed.kind === 'new' ? 'New map' : 'Rename the map'}
      placeholder="Ground floor"
      name={deed.kind === 'rename' ? deed.name : undefined}
      deed={deed.kind === 'new' ? 'Make it' : 'Rename'}
      onName={async (name) => {
        if (deed.kind === 'rename') await visit.texts.rename(deed.document, name);
        else router.go({ kind: 'maps', world: visit.world, document: await visit.texts.make('map', name, NEW_MAP) });
      }}
      onClose={onClose}
    />
  );
}
