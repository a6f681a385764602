export { OwnInvitations } from './own-invitations.tsx';
