import { isId } from '../../core/base/ids.ts';
import { isDocumentId } from '../../core/documents/document-id.ts';

/** Where in the page one can go. */
export type Destination =
  | { readonly kind: 'lobby' }
  | {
      readonly kind: 'world';
      readonly world: string /** A layout somebody shared. */;
      readonly layout: string | undefined /** What to look at. */;
      readonly entity?: string | undefined;
    }
  | { readonly kind: 'drive'; readonly world: string; readonly entity: string }
  /** The building from above; on a `wall` large, and without what is around it. */
  | { readonly kind: 'monitor'; readonly world: string; readonly screen: 'desk' | 'wall' }
  /** The map editor; without a document to choose one. */
  | { readonly kind: 'maps'; readonly world: string; readonly document: string | undefined }
  /** The invitation is in the fragment, which browsers send to nobody. */
  | { readonly kind: 'join'; readonly invitation: string };

/** Where in the page somebody is. */
export type Route = Destination | { readonly kind: 'nowhere'; readonly path: string };

export function readRoute({ pathname, hash }: { readonly pathname: string; readonly hash: string }): Route {
  const steps = pathname.split('/').filter((step) => step !== '');
  const [first, second, third, fourth, ...rest] = steps;
  if (first === undefined) return { kind: 'lobby' };
  if (first === 'j' && second === undefined) return { kind: 'join', invitation: hash.replace(/^#/, '') };
  if (first === 'w' && second !== undefined && rest.length === 0) {
    if (third === undefined) return worldAt(second, hash);
    if (third === 'monitor' && (fourth === undefined || fourth === 'wall'))
      return { kind: 'monitor', world: second, screen: fourth ?? 'desk' };
    if (third === 'maps' && (fourth === undefined || isDocumentId(fourth))) return { kind: 'maps', world: second, document: fourth };
    if (third === 'drive' && fourth !== undefined) return { kind: 'drive', world: second, entity: fourth };
  }
  return { kind: 'nowhere', path: pathname };
}

function worldAt(world: string, hash: string): Route {
  const entity = /^#at=(.+)$/.exec(hash)?.[1];
  return { kind: 'world', world, layout: /^#layout=(.+)$/.exec(hash)?.[1], ...(entity !== undefined && isId(entity) && { entity }) };
}

export function addressOf(route: Destination): string {
  switch (route.kind) {
    case 'lobby':
      return '/';
    case 'world':
      return `/w/${route.world}${route.layout !== undefined ? `#layout=${route.layout}` : route.entity !== undefined ? `#at=${route.entity}` : ''}`;
    case 'drive':
      return `/w/${route.world}/drive/${route.entity}`;
    case 'monitor':
      return `/w/${route.world}/monitor${route.screen === 'wall' ? '/wall' : ''}`;
    case 'maps':
      return `/w/${route.world}/maps${route.document === undefined ? '' : `/${route.document}`}`;
    case 'join':
      return `/j#${route.invitation}`;
  }
}

/** The token in whatever somebody pastes: a whole link, its fragment, or the token alone. Undefined when there is none in it. */
export function readInvitation(pasted: string): string | undefined {
  const text = pasted.trim();
  const fragment = text.includes('#') ? text.slice(text.indexOf('#') + 1) : text;
  return /^[\w-]+(\.[\w-]+){2}$/.test(fragment) ? fragment : undefined;
}
