import type { ReactNode } from 'react';
import { cx, Hole, Icon, Link, Picture, Text, usePage, type VoucherProps } from '#engine/block-kit/index.ts';
import css from './Voucher.module.css';

const vouchers = {
  '10-percent-no-mov': { share: 0.1, hasMinimum: false },
  '15-percent-no-mov': { share: 0.15, hasMinimum: false },
  '15-percent-mov': { share: 0.15, hasMinimum: true },
  '20-percent-mov': { share: 0.2, hasMinimum: true },
} as const;

/** The welcome voucher (S14, R15). While the visitor brings no code, the card says where it is. */
export function Voucher({ id, strings, variant, image, eyebrow, title, text, action, note }: VoucherProps): ReactNode {
  const { locale, siteName } = usePage();
  const { share, hasMinimum } = vouchers[variant];
  return (
    <section id={id} className={css.voucher} aria-labelledby={`${id}-title`}>
      {eyebrow && <Text value={eyebrow} as="p" className="eyebrow" />}
      <Text value={title} as="h1" className="display" id={`${id}-title`} />
      <Text value={text} as="p" className="lead" />
      <div className={css.card}>
        <Picture image={image} sizes="(min-width: 42rem) 38rem, 100vw" className={css.satin} />
        <div className={css.sheet}>
          <p className={css.name}>
            <Icon name="ring" />
            <span>{siteName}</span>
          </p>
          <p>
            <span className={cx('figure', css.share)}>
              {new Intl.NumberFormat(locale, { style: 'percent' }).format(share)}
            </span>{' '}
            <Text value={strings.off} as="span" className={css.off} />
          </p>
          <p className={css.code}>
            <Text value={strings.code} as="span" className="eyebrow" />
            <code>
              <Hole name="voucherCode" />
            </code>
          </p>
          <p className={css.known}>
            <Text value={strings.until} />
            <br />
            <Text value={hasMinimum ? strings.minimum : strings.noMinimum} />
          </p>
          <Text value={strings.byMail} as="p" className={css.unknown} />
        </div>
      </div>
      <div className="actions">
        <Link link={action} className="btn btn-primary" icon={<Icon name="arrow" />} />
      </div>
      {note && <Text value={note} as="p" className={cx('small muted', css.note)} />}
    </section>
  );
}
