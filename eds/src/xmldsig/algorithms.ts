import { OID } from '../oids.ts';
import type { PrivateKey } from '../pkcs12/private-key.ts';
import type { DigestName } from '../x509/signature.ts';
import type { C14nKind } from './c14n.ts';

export const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
export const ENVELOPED = `${DSIG}enveloped-signature`;
const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
/** The names of НУЦ РК, as Kalkan writes them. */
const KZ = 'urn:ietf:params:xml:ns:pkigovkz:xmlsec:algorithms:';

export const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';

/** Comments are left out before, so that both names of a kind mean the same here. */
export const C14N_KINDS: Record<string, C14nKind> = {
  [C14N]: 'inclusive',
  [`${C14N}#WithComments`]: 'inclusive',
  'http://www.w3.org/2001/10/xml-exc-c14n#': 'exclusive',
  'http://www.w3.org/2001/10/xml-exc-c14n#WithComments': 'exclusive',
};

export const DIGESTS: Record<string, DigestName> = {
  [`${KZ}gostr34112015-512`]: 'streebog512',
  [`${KZ}gostr34112015-256`]: 'streebog256',
  [`${MORE}gost34311`]: 'gost94',
  'http://www.w3.org/2001/04/xmlenc#sha256': 'sha256',
  [`${MORE}sha384`]: 'sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512': 'sha512',
  [`${DSIG}sha1`]: 'sha1',
  [`${MORE}sha1`]: 'sha1',
};

/** To the OID of the same algorithm in certificates. */
export const SIGNATURES: Record<string, string> = {
  [`${KZ}gostr34102015-gostr34112015-512`]: OID.gost512Signature,
  [`${KZ}gostr34102015-gostr34112015-256`]: OID.gost256Signature,
  [`${MORE}gost34310-gost34311`]: OID.gost2004Signature,
  [`${MORE}rsa-sha256`]: OID.rsaSha256,
  [`${MORE}rsa-sha384`]: OID.rsaSha384,
  [`${MORE}rsa-sha512`]: OID.rsaSha512,
  [`${DSIG}rsa-sha1`]: OID.rsaSha1,
  [`${MORE}rsa-sha1`]: OID.rsaSha1,
};

/** What a signature made here names. */
export const OWN_NAMES: Record<PrivateKey['algorithm'], { signature: string; digest: string }> = {
  gost512: { signature: `${KZ}gostr34102015-gostr34112015-512`, digest: `${KZ}gostr34112015-512` },
  rsa: { signature: `${MORE}rsa-sha256`, digest: 'http://www.w3.org/2001/04/xmlenc#sha256' },
};
