import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../../test/openssl.ts';
import { makeOwner, makeSandbox, NOW } from '../../test/sandbox.ts';
import { hasVectors, primitives, readVector } from '../../test/vectors.ts';
import { hasXmlsec, WITHOUT_XMLSEC, xmlsec } from '../../test/xmlsec.ts';
import { toPem } from '../asn1/armour.ts';
import { bytesToUtf8, utf8ToBytes } from '../bytes.ts';
import { toBase64 } from '../base64.ts';
import { openPkcs12 } from '../pkcs12/open.ts';
import { canonicalDocument, canonicalElement } from './c14n.ts';
import { signXml } from './sign.ts';
import { verifyXml } from './verify.ts';
import type { VerifyXmlInput, XmlVerdict } from './verify.ts';
import { elementsOf, parseXml, xmlText } from './xml.ts';

const gost = await makeSandbox();
const rsa = await makeSandbox('rsa');
const LOGIN =
  '<?xml version="1.0" encoding="UTF-8"?><login><url>https://a.kz/2</url><timeStamp>5</timeStamp></login>';

const verify = (xml: string | Uint8Array, more: Partial<VerifyXmlInput> = {}): Promise<XmlVerdict> =>
  verifyXml({ xml, trust: gost.trust, at: NOW, primitives, ...more });
const canonical = (xml: string, kind: 'inclusive' | 'exclusive' = 'inclusive'): string => {
  const document = parseXml(xmlText(xml));
  if (document === null) throw new Error('no XML');
  return canonicalDocument(document, kind, null);
};

describe('canonical XML', () => {
  test.each([
    ['<?xml version="1.0"?>\r\n<a  b = "1"   a=\'2\' />\n', '<a a="2" b="1"></a>'],
    ['<?p one?><a/><?q?>', '<?p one?>\n<a></a>\n<?q?>'],
    ['<!-- x --><a><!-- y -->t<![CDATA[<&>]]></a>', '<a>t&lt;&amp;&gt;</a>'],
    ['<a b="x&#10;y&#x9;z&#13;&lt;&quot;\n "/>', '<a b="x&#xA;y&#x9;z&#xD;&lt;&quot;  "></a>'],
    ['<a>&#13;\r\n&gt;</a>', '<a>&#xD;\n&gt;</a>'],
    [
      '<x:a xmlns:x="u:x" xmlns="u:d" xmlns:b="u:b" x:z="1" b:z="2" z="3" xml:lang="kk"/>',
      '<x:a xmlns="u:d" xmlns:b="u:b" xmlns:x="u:x" z="3" xml:lang="kk" b:z="2" x:z="1"></x:a>',
    ],
    [
      '<a xmlns="u:1"><b xmlns="u:1"><c xmlns=""><d xmlns=""/></c></b></a>',
      '<a xmlns="u:1"><b><c xmlns=""><d></d></c></b></a>',
    ],
  ])('%s', (xml, expected) => {
    expect(canonical(xml)).toBe(expected);
  });

  test('of an element takes with it what surrounds it', () => {
    const root = parseXml(
      '<a xmlns="u:1" xmlns:p="u:2" xml:lang="ru" b="1"><c xml:space="preserve"/></a>',
    )!.root;
    const inner = elementsOf(root)[0]!;
    expect(canonicalElement(inner, 'inclusive')).toBe(
      '<c xmlns="u:1" xmlns:p="u:2" xml:lang="ru" xml:space="preserve"></c>',
    );
    expect(canonicalElement(inner, 'exclusive')).toBe('<c xmlns="u:1" xml:space="preserve"></c>');
    expect(canonical('<a xmlns:p="u:2" xmlns:q="u:3"><p:b/><p:b q:c=""/></a>', 'exclusive')).toBe(
      '<a><p:b xmlns:p="u:2"></p:b><p:b xmlns:p="u:2" xmlns:q="u:3" q:c=""></p:b></a>',
    );
  });

  test('of itself is itself', () => {
    const name = fc.constantFrom('a', 'b', 'p:c');
    const text = fc
      .string({ unit: 'grapheme', maxLength: 8 })
      .filter((one) => parseXml(`<a>${escaped(one)}</a>`) !== null);
    const node: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        text.map(escaped),
        fc
          .tuple(name, fc.option(text), fc.array(tie('node'), { maxLength: 3 }))
          .map(([tag, value, inside]) => {
            const attribute = value === null ? '' : ` x="${escaped(value)}"`;
            return `<${tag}${attribute} xmlns:p="u:p">${inside.join('')}</${tag}>`;
          }),
      ),
    })).node;
    fc.assert(
      fc.property(node, (inside) => {
        const once = canonical(`<r xmlns="u:r">${inside}</r>`);
        expect(canonical(once)).toBe(once);
      }),
    );
  });

  const escaped = (value: string): string =>
    value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
});

test('XML that can be read in two ways is none', () => {
  for (const xml of [
    '',
    'x',
    '<a>',
    '<a></b>',
    '<a/><b/>',
    '<a/>x',
    '<!DOCTYPE a><a/>',
    '<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>',
    '<a>&e;</a>',
    '<a>&</a>',
    '<a>&#0;</a>',
    '<a>&#xD800;</a>',
    '<a b="1" b="2"/>',
    '<a xmlns:p="u" xmlns:q="u" p:b="1" q:b="2"/>',
    '<p:a/>',
    '<a p:b="1"/>',
    '<a xmlns:p=""/>',
    '<a xmlns:xml="u"/>',
    '<a xmlns:xmlns="u"/>',
    '<a b=1/>',
    '<a b="<"/>',
    '<a b="1"c="2"/>',
    '<a>]]></a>',
    '<a><!-- -- --></a>',
    '<a><?xml version="1.0"?></a>',
    '<?xml version="1.1"?><a/>',
    '<?xml version="1.0" encoding="windows-1251"?><a/>',
    ' <?xml version="1.0"?><a/>',
    `${'<a>'.repeat(300)}${'</a>'.repeat(300)}`,
    '<a>\u0001</a>',
  ]) {
    expect(parseXml(xml), xml).toBeNull();
  }
});

describe.each([
  ['gost512', gost],
  ['rsa', rsa],
] as const)('a signature with %s', (kind, { signer, trust, authority }) => {
  const sign = (xml: string): Promise<string> => signXml({ xml, ...signer, primitives });

  test('is valid, and says what was signed and by whom', async () => {
    for (const xml of [
      LOGIN,
      '<a/>',
      '<p:a xmlns:p="u" xmlns:ds="u:other">я &lt; <![CDATA[&]]></p:a>\n<?end?>',
    ]) {
      const verdict = await verify(await sign(xml), { trust });
      expect(verdict).toMatchObject({ status: 'valid', name: 'ИВАНОВ ИВАН', iin: '900101300123' });
      expect(verdict.content).toBe(canonical(xml));
      expect(verdict.chain.length).toBe(3);
      expect(verdict.reason).toBeUndefined();
    }
    await expect(sign(await sign(LOGIN))).rejects.toThrow('signed already');
    await expect(sign('<a>')).rejects.toThrow('Not XML');
    const other = await makeOwner({ kind, issuer: authority });
    await expect(
      signXml({ xml: LOGIN, ...signer, certificate: other.certificate, primitives }),
    ).rejects.toThrow();
  });

  test('survives what XML does not see, and nothing else', async () => {
    const signed = await sign(LOGIN);
    const same = [
      `\ufeff${signed}`,
      signed.replaceAll('\n', '\r\n'),
      signed.replace('<url>', '<url >').replace('</url>', '</url\n>'),
      signed.replace('<login>', '<!-- a comment --><login>'),
    ];
    for (const xml of same) expect((await verify(xml, { trust })).status).toBe('valid');
    expect((await verify(utf8ToBytes(signed), { trust })).status).toBe('valid');
    for (const [from, to] of [
      ['/2</url>', '/3</url>'],
      ['<login>', '<login a="1">'],
      ['<login>', '<login xmlns:a="u">'],
      ['</url>', '</url> '],
      ['<login>', '<?x?><login>'],
    ] as const) {
      const verdict = await verify(signed.replace(from, to), { trust });
      expect(verdict).toMatchObject({ status: 'invalid', reason: 'digest_mismatch' });
      expect(verdict.content).toBeUndefined();
    }
    expect((await verify(signed.replace('C14N', 'x').replace('#WithComments', ''), { trust })).reason).toBe(
      'signature_wrong',
    );
  });

  test('no changed character passes as another content', async () => {
    const signed = await sign(LOGIN);
    const good = await verify(signed, { trust });
    for (let at = 0; at < signed.length; at += 3) {
      const changed = signed.slice(0, at) + (signed[at] === 'A' ? 'B' : 'A') + signed.slice(at + 1);
      const verdict = await verify(changed, { trust });
      expect(verdict.reason, String(at)).not.toBe('internal_error');
      if (verdict.status === 'valid') expect(verdict.content).toBe(good.content);
    }
  });
});

describe('attacks by moving and wrapping are refused', async () => {
  const signed = await signXml({ xml: '<pay><sum>10</sum></pay>', ...gost.signer, primitives });
  const signature = /<ds:Signature[^]*<\/ds:Signature>/.exec(signed)![0];
  const refused = async (xml: string, reason = 'xml_form_refused'): Promise<void> => {
    const verdict = await verify(xml);
    expect(verdict, xml.slice(0, 100)).toMatchObject({ status: 'invalid', reason });
    expect(verdict.content).toBeUndefined();
  };

  test('the signature elsewhere, or more than one', async () => {
    await refused(`<evil><sum>999</sum><pay><sum>10</sum>${signature}</pay></evil>`);
    await refused(`<pay><sum>10</sum><x>${signature}</x></pay>`);
    await refused(signed.replace('</pay>', `${signature}</pay>`));
    await refused(signature);
    await refused('<pay/>', 'no_signers');
    await refused('<!DOCTYPE pay><pay/>', 'not_xml');
  });

  test('the content inside an Object, or beside', async () => {
    await refused(
      `<pay><sum>999</sum>${signature.replace('</ds:Signature>', '<ds:Object><pay><sum>10</sum></pay></ds:Object></ds:Signature>')}</pay>`,
    );
    await refused(`<pay><sum>10</sum><sum>999</sum>${signature}</pay>`, 'digest_mismatch');
  });

  test('other references and transformations', async () => {
    const change = (from: string | RegExp, to: string): string => signed.replace(from, to);
    await refused(change('URI=""', 'URI="#a"'));
    await refused(change('<ds:Reference URI="">', '<ds:Reference>'));
    await refused(change(/<ds:Reference[^]*<\/ds:Reference>/, '$&$&'));
    await refused(change(/<ds:Reference[^]*<\/ds:Reference>/, ''));
    await refused(change(/<ds:Transform [^>]*enveloped[^>]*>/, ''));
    await refused(
      change(
        '<ds:Transforms>',
        '<ds:Transforms><ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"/>',
      ),
    );
    await refused(change('REC-xml-c14n-20010315"/>', 'REC-other"/>'));
    await refused(change(/<ds:X509Certificate>[^]*<\/ds:X509Certificate>/, ''));
    await refused(change('gostr34102015-gostr34112015-512', 'none'), 'algorithm_unsupported');
  });

  test('keys of others, and old algorithms', async () => {
    const mine = await makeOwner();
    const own = await signXml({ xml: '<pay><sum>999</sum></pay>', ...mine, primitives });
    expect(await verify(own)).toMatchObject({ status: 'invalid', reason: 'root_not_pinned' });
    const swapped = signed.replace(
      /<ds:X509Certificate>[^]*<\/ds:X509Certificate>/,
      `<ds:X509Certificate>${toBase64(mine.certificate.der)}</ds:X509Certificate>`,
    );
    expect(await verify(swapped)).toMatchObject({ status: 'invalid', reason: 'signature_wrong' });
    const weak = (await signXml({ xml: '<a/>', ...rsa.signer, primitives })).replace(
      'http://www.w3.org/2001/04/xmlenc#sha256',
      'http://www.w3.org/2000/09/xmldsig#sha1',
    );
    expect(await verify(weak, { trust: rsa.trust })).toMatchObject({ reason: 'weak_algorithm' });
  });

  test('keys for signing in sign no documents, but sign in', async () => {
    const owner = await makeOwner({ issuer: gost.authority, profile: { kind: 'login', rights: ['person'] } });
    const xml = await signXml({ xml: LOGIN, ...owner, primitives });
    expect(await verify(xml)).toMatchObject({ reason: 'key_usage_wrong' });
    expect((await verify(xml, { purpose: 'login' })).status).toBe('valid');
    expect((await verify(signed, { purpose: 'login' })).status).toBe('valid');
    const tsa = await makeOwner({ issuer: gost.authority, profile: { kind: 'tsa' } });
    expect(
      await verify(await signXml({ xml: LOGIN, ...tsa, primitives }), { purpose: 'login' }),
    ).toMatchObject({
      reason: 'key_usage_wrong',
    });
    const revoked = { check: () => Promise.resolve('revoked' as const) };
    expect(await verify(signed, { revocation: revoked })).toMatchObject({ reason: 'certificate_revoked' });
  });
});

test('nothing throws', async () => {
  const signed = await signXml({ xml: LOGIN, ...gost.signer, primitives });
  await fc.assert(
    fc.asyncProperty(
      fc.string({ maxLength: 20 }),
      fc.nat(signed.length),
      fc.nat(40),
      async (piece, at, cut) => {
        const verdict = await verify(signed.slice(0, at) + piece + signed.slice(at + cut));
        expect(verdict.reason).not.toBe('internal_error');
      },
    ),
    { numRuns: 300 },
  );
  expect((await verify(new Uint8Array([0x3c, 0x61, 0xff, 0x2f, 0x3e]))).reason).toBe('not_xml');
});

describe.skipIf(!hasVectors)('as NCALayer signs (../shared/vectors)', async () => {
  test('its digests are ours', () => {
    const recorded = bytesToUtf8(readVector('ncalayer/ncalayer-recorded-exchanges.json'));
    const exchanges = JSON.parse(recorded) as { response: string }[];
    const documents = exchanges
      .filter(({ response }) => response.includes('SignedInfo'))
      .flatMap(({ response }) => {
        const { responseObject, body } = JSON.parse(response) as {
          responseObject?: string | string[];
          body?: { result: string[] };
        };
        return responseObject ?? body!.result;
      });
    expect(documents.length).toBeGreaterThan(5);
    return Promise.all(
      documents.map(async (xml) => {
        const document = parseXml(xmlText(xml))!;
        const signature = elementsOf(document.root)[0]!;
        const content = canonicalDocument(document, 'inclusive', signature);
        const digest = /<ds:DigestValue>([^<]+)</.exec(xml)![1];
        expect(toBase64(await primitives.hash('sha256', utf8ToBytes(content)))).toBe(digest);
        // The certificates were taken out of the recordings, so that the signature has no key.
        expect((await verify(xml)).reason).toBe('xml_form_refused');
      }),
    );
  });

  test('with a key of the test contour', async () => {
    const opened = await openPkcs12(readVector('nca/test/valid/head.p12'), 'Qwerty12');
    if (opened.status !== 'ok') throw new Error(opened.reason);
    const xml = await signXml({ xml: LOGIN, ...opened.keys[0]!, primitives });
    expect(await verify(xml)).toMatchObject({ status: 'indeterminate', reason: 'issuer_unknown' });
  });
});

describe.skipIf(!hasXmlsec)(`xmlsec as the other side (${WITHOUT_XMLSEC})`, () => {
  const file = makeFolder();
  const { signer, trust, root, authority } = rsa;
  if (signer.key.algorithm !== 'rsa') throw new Error('an RSA sandbox has RSA keys');
  const trusted = file('root.pem', toPem('CERTIFICATE', root.certificate.der));
  const between = file('ca.pem', toPem('CERTIFICATE', authority.certificate.der));
  const xml = '<?one two?><p:a xmlns:p="u:p" xmlns="u:d" b="&#10;"> я <b xmlns=""/><!-- c --></p:a>';

  test('it verifies ours', async () => {
    const signed = await signXml({ xml, ...signer, primitives });
    const judge = (text: string): string =>
      xmlsec(
        ['--verify', '--trusted-pem', trusted, '--untrusted-pem', between],
        ['--verification-time', NOW.toISOString().slice(0, 19).replace('T', ' '), file('ours.xml', text)],
      );
    expect(judge(signed)).toMatch(/OK/);
    expect(() => judge(signed.replace(' я ', ' ю '))).toThrow();
  });

  test('we verify its own', async () => {
    const template = await signXml({ xml, ...signer, primitives });
    for (const c14n of [
      'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
      'http://www.w3.org/2001/10/xml-exc-c14n#',
    ]) {
      const empty = template
        .replaceAll(
          /(<ds:(?:Canonicalization|Trans)[^>]*)http:\/\/www\.w3\.org\/TR\/2001\/REC-xml-c14n-20010315[^"]*/g,
          `$1${c14n}`,
        )
        .replace(/<ds:(DigestValue|SignatureValue)>[^<]*</g, '<ds:$1><')
        .replace(/<ds:X509Certificate>[^<]*<\/ds:X509Certificate>/, '');
      const key = file('signer.key', toPem('PRIVATE KEY', pkcs8Of()));
      const certificate = file('signer.pem', toPem('CERTIFICATE', signer.certificate.der));
      const theirs = xmlsec('--sign', '--privkey-pem', `${key},${certificate}`, file('template.xml', empty));
      expect(await verify(theirs, { trust }), theirs).toMatchObject({ status: 'valid' });
    }
  });

  function pkcs8Of(): Uint8Array {
    if (signer.key.algorithm !== 'rsa') throw new Error('an RSA sandbox has RSA keys');
    return signer.key.pkcs8;
  }
});
