// Areas that the list of places still uses while the list of areas has moved on. Vietnam merged its provinces in 2025 and the
// numbers were given out anew; the places, like ISO 3166-2, know the 63 provinces of before.
const VIETNAM =
  '01 An Giang; 03 Bến Tre; 05 Cao Bằng; 09 Đồng Tháp; 13 Hải Phòng; 20 Hồ Chí Minh; 21 Kiến Giang; 23 Lâm Đồng; 24 Long An; 30 Quảng Ninh; 32 Sơn La; 33 Tây Ninh; 34 Thanh Hóa; 35 Thái Bình; 37 Tiền Giang; 39 Lạng Sơn; ' +
  '43 Đồng Nai; 44 Hà Nội; 45 Bà Rịa - Vũng Tàu; 46 Bình Định; 47 Bình Thuận; 49 Gia Lai; 50 Hà Giang; 52 Hà Tĩnh; 53 Hòa Bình; 54 Khánh Hòa; 55 Kon Tum; 58 Nghệ An; 59 Ninh Bình; 60 Ninh Thuận; 61 Phú Yên; 62 Quảng Bình; ' +
  '63 Quảng Ngãi; 64 Quảng Trị; 65 Sóc Trăng; 66 Thừa Thiên-Huế; 67 Trà Vinh; 68 Tuyên Quang; 69 Vĩnh Long; 70 Yên Bái; 71 Bắc Giang; 72 Bắc Kạn; 73 Bạc Liêu; 74 Bắc Ninh; 75 Bình Dương; 76 Bình Phước; 77 Cà Mau; ' +
  '78 Đà Nẵng; 79 Hải Dương; 80 Hà Nam; 81 Hưng Yên; 82 Nam Định; 83 Phú Thọ; 84 Quảng Nam; 85 Thái Nguyên; 86 Vĩnh Phúc; 87 Cần Thơ; 88 Đắk Lắk; 89 Lai Châu; 90 Lào Cai; 91 Đắk Nông; 92 Điện Biên; 93 Hậu Giang';

const FORMER = [
  ...VIETNAM.split('; ').map((item) => ({ code: `VN.${item.slice(0, 2)}`, name: item.slice(3) })),
  { code: 'NO.30', name: 'Viken' },
  { code: 'NO.38', name: 'Vestfold og Telemark' },
  { code: 'NO.54', name: 'Troms og Finnmark' },
  { code: 'ET.54', name: 'Southern Nations, Nationalities, and Peoples' },
];

/** The list of areas as the places use it. */
export function areasOfPlaces(currentAreas) {
  return [...currentAreas.filter((area) => !area.code.startsWith('VN.')), ...FORMER];
}
