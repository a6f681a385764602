export { activateExecutor, bindInvitation } from './answer-invitation.ts';
export { findLinkedCompany } from './invitations.queries.ts';
export {
  addRegisterLink,
  findLiveLink,
  markLinkUsed,
  sealedInvitationLinks,
  type LiveLink,
} from './links.ts';
export { fillPromised } from './promised-contract.ts';
